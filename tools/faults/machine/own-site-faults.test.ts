import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { certificateFaults } from './certificate-faults.ts';
import { diskFaults, storeRoomFaults } from './disk-faults.ts';
import { embeddedFaults } from './embedded-faults.ts';
import type { Fault } from './fault.ts';
import { measure } from './measure.ts';
import { report } from './report.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';
import { hasSmallDisks } from './small-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-room-'));
const canFill = hasSmallDisks(folder);
rmSync(folder, { recursive: true });
if (!canFill) console.warn('LEFT OUT: without namespaces of users no disk is filled.');

const sites: readonly (readonly [string, SiteOptions, readonly Fault[]])[] = [
  ['on the embedded database', { database: 'embedded' }, embeddedFaults],
  ['that speaks TLS', { database: 'given', speaksTls: true }, certificateFaults],
  ...(canFill
    ? ([
        ['on a small disk', { database: 'embedded', room: 400 }, diskFaults],
        ['with a small store', { database: 'given', room: 100 }, storeRoomFaults],
      ] as const)
    : []),
];

describe.each(sites)('running 6.2 faults of an installation %s', (_where, options, faults) => {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await startSite(options);
  }, 240_000);
  afterAll(() => site?.close(), 60_000);

  it.each(faults)(
    'running 6.2 R14.6 $name: callers get what the table says, nothing acknowledged is lost, and its cause’s alert alone is raised',
    { timeout: 300_000 },
    async (fault) => {
      if (site === undefined) throw new Error('no site');
      report(fault, await measure(fault, site, faults));
    },
  );
});
