import { afterAll, beforeAll, describe, it } from 'vitest';
import { givenFaults } from './faults.ts';
import { measure } from './measure.ts';
import { report } from './report.ts';
import { type Site, startSite } from './site.ts';

let site: Site | undefined;
beforeAll(async () => {
  site = await startSite({ database: 'given' });
}, 240_000);
afterAll(() => site?.close(), 60_000);

describe('running 6.2 faults of an installation on a given database', () => {
  it.each(givenFaults)(
    'running 6.2 R14.6 $name: callers get what the table says, nothing acknowledged is lost, and its cause’s alert alone is raised',
    { timeout: 300_000 },
    async (fault) => {
      if (site === undefined) throw new Error('no site');
      report(fault, await measure(fault, site, givenFaults));
    },
  );
});
