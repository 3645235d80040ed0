import { describe, expect, it } from 'vitest';
import { catalogue, nouns } from '../../packages/contract/src/index.ts';
import { files, namesIn, read } from './repository.ts';

const declared = Object.keys(nouns).toSorted();
const undeclared = (names: readonly string[]) => names.filter((name) => !declared.includes(name) && name !== 'README');

/** Journeys across several nouns; each is named after what it proves. */
const acrossNouns = ['start-up', 'shell', 'first-load', 'routes', 'accessibility', 'security-policy'];

describe('house 3 one noun, one name', () => {
  it('house 3 a noun of the contract is a file of its operations', () => {
    expect(namesIn('packages/contract/src/operations').toSorted()).toEqual(declared);
  });

  it('house 3 a noun of the contract is a feature of the server, and the server has no other', () => {
    expect(
      namesIn('apps/server/src/features')
        .filter((name) => !['index', 'README'].includes(name))
        .toSorted(),
    ).toEqual(declared);
  });

  it('house 3 a feature of the server answers its noun’s operations in a file of its name', () => {
    const missing = declared.filter((noun) => !files.includes(`apps/server/src/features/${noun}/${noun}.handlers.ts`));
    expect(missing).toEqual([]);
  });

  it('house 3 a feature of the server keeps its statements under its own name', () => {
    const stray = files.filter((file) => {
      const [, noun] = /^apps\/server\/src\/features\/([^/]+)\/[^/]+\.sql\.ts$/.exec(file) ?? [];
      return noun !== undefined && !files.includes(`apps/server/src/features/${noun}/${noun}.sql.ts`);
    });
    expect(stray).toEqual([]);
  });

  it('house 3 a feature of the portal is a noun of the contract', () => {
    expect(undeclared(namesIn('apps/portal/src/features'))).toEqual([]);
  });

  it('house 3 a journey is named after a noun, or after what it proves across them', () => {
    const journeys = files.flatMap((file) => /^e2e\/journeys\/(?:.*\/)?([^/.]+)\.spec\.ts$/.exec(file)?.[1] ?? []);
    const stray = journeys.filter(
      (name) => !declared.some((noun) => name === noun || name.startsWith(`${noun}-`)) && !acrossNouns.includes(name),
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
