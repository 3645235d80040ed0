import { describe, expect, it } from 'vitest';
import { catalogue, nouns } from '../../packages/contract/src/index.ts';
import { nounOrder } from '../walls/noun-order.ts';
import { files, folders, isTest, namesIn, read } from './repository.ts';

const declared = Object.keys(nouns).toSorted();
const undeclared = (names: readonly string[]) => names.filter((name) => !declared.includes(name) && name !== 'README');

const features = namesIn('apps/server/src/features')
  .filter((name) => !['index', 'README'].includes(name))
  .toSorted();

/** Which nouns' faces each noun of an application imports. */
const arrowsOf = (app: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const arrows = new Map<string, Set<string>>();
  const pattern = new RegExp(`^apps/${app}/src/features/([^/]+)/.+\\.tsx?$`);
  for (const file of files) {
    const noun = pattern.exec(file)?.[1];
    if (noun === undefined || isTest(file)) continue;
    const faces = [...read(file).matchAll(/'#features\/([^/']+)\//g)].flatMap(([, face]) => face ?? []);
    arrows.set(noun, new Set([...(arrows.get(noun) ?? []), ...faces]));
  }
  return arrows;
};

/** The nouns that lead back to themselves: what is left when those without arrows to others are taken away again and again. */
const circlesIn = (arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const left = new Map(arrows);
  const isFree = (noun: string) => [...(left.get(noun) ?? [])].every((face) => !left.has(face));
  for (let free = [...left.keys()].filter(isFree); free.length > 0; free = [...left.keys()].filter(isFree)) {
    for (const noun of free) left.delete(noun);
  }
  return [...left.keys()];
};

/** Journeys across several nouns; each is named after what it proves. */
const acrossNouns = [
  'start-up',
  'shell',
  'figures',
  'phone-pages',
  'routes',
  'accessibility',
  'security-policy',
  'console-desks',
  'console-hostile-file',
  'console-two-people',
  'console-whole-way',
];

describe('house 3 one noun, one name', () => {
  it('house 3 a noun of the contract is a file of its operations', () => {
    expect(namesIn('packages/contract/src/operations').toSorted()).toEqual(declared);
  });

  it('house 3 a noun of the contract is a feature of the server, and the server has no other', () => {
    expect(features).toEqual(declared);
  });

  it('house 2 every feature of the server has its one place in the order of nouns', () => {
    expect(nounOrder.toSorted()).toEqual(features);
  });

  it('house 3 a feature of the server answers its noun’s operations in a file of its name', () => {
    const missing = declared.filter((noun) => !files.includes(`apps/server/src/features/${noun}/${noun}.handlers.ts`));
    expect(missing).toEqual([]);
  });

  it('house 3 a feature of the server keeps its statements under its own name', () => {
    const stray = files.filter((file) => {
      const [, noun] = /^apps\/server\/src\/features\/([^/]+)\/(?:.+\/)?[^/]+\.sql\.ts$/.exec(file) ?? [];
      return noun !== undefined && !files.includes(`apps/server/src/features/${noun}/${noun}.sql.ts`);
    });
    expect(stray).toEqual([]);
  });

  it('house 3 a feature of the server has its faces and its jobs beside its handlers, not in a part of it', () => {
    const roles = /^apps\/server\/src\/features\/([^/]+)\/(.+)\.(?:reads|steps|jobs)\.ts$/;
    const stray = files.filter((file) => {
      const [, noun, name] = roles.exec(file) ?? [];
      return noun !== undefined && name !== noun;
    });
    expect(stray).toEqual([]);
  });

  it('house 10 a part of a noun is one folder deep and has a name of its own', () => {
    const deep = folders.filter((folder) => /^apps\/server\/src\/features\/[^/]+\/[^/]+\//.test(folder));
    const parts = folders.flatMap((folder) => /^apps\/server\/src\/features\/[^/]+\/([^/]+)$/.exec(folder)?.[1] ?? []);
    expect([...deep, ...parts.filter((part) => features.includes(part))]).toEqual([]);
  });

  it.each(['portal', 'console'])('house 3 a feature of the %s is a noun of the contract', (app) => {
    expect(undeclared(namesIn(`apps/${app}/src/features`))).toEqual([]);
  });

  it.each(['portal', 'console'])('house 2 the arrows between nouns of the %s run in no circle', (app) => {
    const arrows = arrowsOf(app);
    expect([...arrows.values()].some((faces) => faces.size > 0)).toBe(true);
    expect(circlesIn(arrows)).toEqual([]);
  });

  it('house 3 a journey is named after a noun, or after what it proves across them', () => {
    const journeys = files.flatMap((file) => /^e2e\/journeys\/(?:.*\/)?([^/.]+)\.spec\.ts$/.exec(file)?.[1] ?? []);
    const stray = journeys.filter(
      (name) =>
        !declared.some((noun) => [noun, `console-${noun}`].some((own) => name === own || name.startsWith(`${own}-`))) &&
        !acrossNouns.includes(name),
    );
    expect(stray).toEqual([]);
  });

  it('contract 2 every system code is answered by the server', () => {
    const source = files.filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
    const texts = source.map(read).join('\n');
    const silent = Object.keys(catalogue).filter((code) => code.startsWith('RHSY') && !texts.includes(`'${code}'`));
    expect(silent).toEqual([]);
  });
});
