import { describe, expect, it } from 'vitest';
import { files, manifests, read } from './repository.ts';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

/** What a lock-file entry lacks for a reproducible installation. */
const faultsOf = (packages: Readonly<Record<string, Entry>>): string[] =>
  Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.inBundle === true) return [];
    if (entry.link === true) return (entry.resolved ?? '').includes(':') ? [`${path} links to ${entry.resolved}`] : [];
    if (entry.resolved !== undefined) return [`${path} is bound to an address`];
    return /^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '') ? [] : [`${path} has no integrity`];
  });

/** Those of an operator's traces, of the repository itself, and of the bench. */
const folders = ['deploy/tracing/', '', 'tools/bench/'];

describe('house 13 dependencies', () => {
  it('house 13 there is a lock file for the repository, one for the bench and one for traces, and no other', () => {
    expect(files.filter((file) => file.endsWith('package-lock.json'))).toEqual(
      folders.map((folder) => `${folder}package-lock.json`),
    );
  });

  it.each(folders)('house 13 every package of the lock file in “%s” has its checksum and no address', (folder) => {
    const lock = JSON.parse(read(`${folder}package-lock.json`)) as { packages: Record<string, Entry> };
    expect(faultsOf(lock.packages)).toEqual([]);
  });

  it('house 12 the rule finds what it must find', () => {
    const sum = `sha512-${'A'.repeat(86)}==`;
    const faults = faultsOf({
      'node_modules/a': { version: '1.0.0', integrity: sum },
      'node_modules/b': { version: '1.0.0', integrity: sum, resolved: 'https://registry.example/b.tgz' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/d': { version: '1.0.0', integrity: 'sha1-AAAA' },
      'node_modules/e': { link: true, resolved: 'packages/e' },
    });
    expect(faults).toEqual([
      'node_modules/b is bound to an address',
      'node_modules/c has no integrity',
      'node_modules/d has no integrity',
    ]);
  });

  it('house 13 every dependency is pinned, and to one version everywhere', () => {
    const asked = manifests.flatMap(([file, { dependencies = {}, devDependencies = {} }]) =>
      Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ file, name, version })),
    );
    expect(asked.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    // the chat kit is tried with the oldest React that it supports, too
    const one = asked.filter(({ file }) => file !== 'tools/react-18/package.json');
    const versions = Map.groupBy(one, ({ name }) => name);
    const torn = [...versions].filter(([, each]) => new Set(each.map(({ version }) => version)).size > 1);
    expect(torn.map(([name]) => name)).toEqual([]);
  });

  it.each(folders)('house 13 npm in “%s” runs no script of a package and writes no address', (folder) => {
    const settings = read(`${folder}.npmrc`).split('\n');
    expect(settings).toEqual(
      expect.arrayContaining([
        'ignore-scripts=true',
        'save-exact=true',
        'omit-lockfile-registry-resolved=true',
        'min-release-age=7',
      ]),
    );
    expect(settings.filter((line) => /registry\s*=|_auth/i.test(line))).toEqual([]);
  });
});
