import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { discardPlacement, ownRights, placeCluster } from './placement.ts';
import { startEmbedded } from './start-embedded.ts';
import { makeFolders, silent } from './testing/folders.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folders = makeFolders();
afterAll(() => folders.remove());

it('R14.1 an ordinary user runs the server as himself, in the data folder', () => {
  const folder = folders.empty();
  const placement = placeCluster(folder, findBinaries(), { ...ownRights(), uid: 1000 });
  expect(placement.kind).toBe('self');
  expect(placement.cluster).toBe(join(folder, 'cluster'));
  expect(placement.command('postgres', ['-D', 'x'])).toEqual({
    file: join(findBinaries().native, 'bin/postgres'),
    args: ['-D', 'x'],
  });
});

if (process.getuid?.() === 0) {
  it('R14.1 root without user namespaces runs it as a system user with a home of its own, and finds it again', async () => {
    const dataDir = folders.empty();
    const rights = { ...ownRights(), namespaces: false, user: 'nobody' };
    const first = await startEmbedded({ dataDir, log: silent, rights });
    await first.stop();
    const id = readFileSync(join(dataDir, 'postgres/id'), 'utf8').trim();
    const home = join('/var/lib/ronghui', id);
    expect(statSync(join(home, 'cluster')).uid).not.toBe(0);
    const again = await startEmbedded({ dataDir, log: silent, rights });
    await again.stop();
    expect(readFileSync(join(dataDir, 'postgres/id'), 'utf8').trim()).toBe(id);
    expect(existsSync(join(home, 'initial-password'))).toBe(false);
    discardPlacement(join(dataDir, 'postgres'));
    expect(existsSync(home)).toBe(false);
  });
}
