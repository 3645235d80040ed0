import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import { packFiles, unpackFiles } from '#kernel/http/releases/packed-files';
import { createReleaseFiles, isOfRelease, type ReleaseFilesDeps } from '#kernel/http/releases/release-files';
import { type StaticFile, staticFile } from '#kernel/http/replies/static-files';

type Build = ReadonlyMap<string, StaticFile>;
const script = (text: string) => staticFile('text/javascript', Buffer.from(text), { br: Buffer.from(`br ${text}`) });
const buildOf = (...names: readonly string[]): Build => new Map(names.map((name) => [name, script(`of ${name}`)]));

/** A store, and nodes of releases on it. */
const openStore = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ronghui-releases-'));
  const warned: unknown[] = [];
  const quiet = () => undefined;
  const log = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: ({ event }: { event?: unknown }) => void warned.push(event),
  };
  const files = createFileFolder({ dir });
  const nodeOf = (portal: Build | null, changed: Partial<ReleaseFilesDeps> = {}) =>
    createReleaseFiles({
      files,
      isStoreOurs: async () => true,
      clock: { now: () => new Date() },
      digests: { of: (purpose, value) => createHmac('sha256', 'a key').update(`${purpose} ${value}`).digest() },
      log,
      builds: { portal, console: null },
      lookEveryMs: 0,
      ...changed,
    });
  const kept = join(dir, 'kept/release-portal');
  return { dir, kept, nodeOf, warned, names: () => readdir(kept).catch((): string[] => []) };
};
const textOf = async (found: Promise<StaticFile | undefined>) => (await found)?.plain.toString();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('running 4.5 the files of two releases', () => {
  it('running 4.5 are packed as one that has them as they were', () => {
    const files: Build = new Map([
      ['b.js', script('b')],
      ['a/中.css', staticFile('text/css; charset=utf-8', Buffer.from('a\n'), { gzip: Buffer.from('gz') })],
      ['empty.txt', staticFile('text/plain', Buffer.of())],
    ]);
    const packed = packFiles(files);
    expect(Object.fromEntries(unpackFiles(packed))).toEqual(Object.fromEntries(files));
    expect(packFiles(new Map([...files].toReversed()))).toEqual(packed);
  });

  it('running 4.5 each node finds those of the other in the store, before and after', async () => {
    const { nodeOf, names, warned } = await openStore();
    const [last, present] = [nodeOf(buildOf('both.js', 'old.js')), nodeOf(buildOf('both.js', 'new.js'))];
    await last.lay();
    expect(await textOf(last.find('portal', 'new.js'))).toBeUndefined();
    await present.lay();
    expect(await textOf(last.find('portal', 'new.js'))).toBe('of new.js');
    expect(await textOf(present.find('portal', 'old.js'))).toBe('of old.js');
    expect((await present.find('portal', 'old.js'))?.br?.toString()).toBe('br of old.js');
    expect(await textOf(present.find('console', 'old.js'))).toBeUndefined();
    for (const name of ['other.js', '../secrets/master.key', '', 'a'.repeat(300)])
      expect(await textOf(present.find('portal', name)), name).toBeUndefined();
    // Another node of the same build lays nothing more.
    await nodeOf(buildOf('new.js', 'both.js')).lay();
    expect(await names()).toHaveLength(2);
    expect(warned).toEqual([]);
  });

  it('running 4.5 go thirty days after a node of their release last laid them, which it does every day that it serves', async () => {
    const { kept, nodeOf, names } = await openStore();
    const [last, present] = [nodeOf(buildOf('old.js')), nodeOf(buildOf('new.js'))];
    await last.lay();
    const [name = ''] = await names();
    const age = (days: number) => utimes(join(kept, name), daysAgo(days), daysAgo(days));
    await age(29);
    await present.lay();
    expect(await names()).toContain(name);
    await last.lay();
    await present.lay();
    expect(await names()).toContain(name);
    await age(31);
    await present.lay();
    expect(await names()).not.toContain(name);
    expect(await names()).toHaveLength(1);
  });

  it('running 4.5 of many builds in a month the newest stay', async () => {
    const { kept, nodeOf, names } = await openStore();
    const made: string[] = [];
    for (let build = 0; build < 13; build += 1) {
      await nodeOf(buildOf(`${build}.js`)).lay();
      const [fresh = ''] = (await names()).filter((name) => !made.includes(name));
      made.push(fresh);
      // Each is an hour older than the one that follows.
      await utimes(join(kept, fresh), daysAgo(1 - build / 24), daysAgo(1 - build / 24));
    }
    // Its own and ten others.
    expect((await names()).toSorted()).toEqual(made.slice(2).toSorted());
  });

  it('running 4.5 one that was changed in the store is not served, nor one that was laid there without the key', async () => {
    const { kept, nodeOf, names, warned } = await openStore();
    await nodeOf(buildOf('old.js')).lay();
    const [name = ''] = await names();
    await writeFile(join(kept, name), packFiles(buildOf('old.js', 'planted.js')));
    const present = nodeOf(buildOf('new.js'));
    expect(await textOf(present.find('portal', 'planted.js'))).toBeUndefined();
    const planted = packFiles(buildOf('planted.js'));
    await writeFile(join(kept, createHash('sha256').update(planted).digest('base64url')), planted);
    expect(await textOf(present.find('portal', 'planted.js'))).toBeUndefined();
    expect(warned).toEqual(['releaseFilesChanged', 'releaseFilesChanged']);
  });

  it('running 4.5 are laid into no store that is not ours, and one that fails costs a page its file and no node its start', async () => {
    const { dir, nodeOf, names, warned } = await openStore();
    await nodeOf(buildOf('old.js'), { isStoreOurs: async () => false }).lay();
    expect(await names()).toEqual([]);
    await writeFile(join(dir, 'kept'), 'no folder');
    const present = nodeOf(buildOf('new.js'));
    await present.lay();
    expect(await textOf(present.find('portal', 'old.js'))).toBeUndefined();
    expect(warned).toEqual(['releaseFilesNotLaid', 'releaseFilesNotRead']);
  });

  it('running 4.5 are distinguished from what rows name', () => {
    expect(['release-portal/abc', 'release-console/abc'].map(isOfRelease)).toEqual([true, true]);
    expect(['tenant/release-portal', 'release-portal', 'release-other/abc'].map(isOfRelease)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
