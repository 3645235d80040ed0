import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdvisories } from './advisories.ts';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';

const made = { at: new Date('2026-11-28T00:00:00Z'), serial: '00000000-0000-4000-8000-000000000000' };
const read = (): LockFile => JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));

describe('security 4.13 the bill of materials', () => {
  it('security 4.13 names every package that is installed, with its digest and what needs it, and no other', () => {
    const lock = read();
    const { components, dependencies, metadata } = billOfMaterials(lock, made);
    const places = Object.entries(lock.packages).filter(([place, { link }]) => place !== '' && link !== true);
    expect(components).toHaveLength(places.length);
    const refs = new Set(components.map((one) => one['bom-ref']));
    expect(refs.size).toBe(components.length);
    for (const { ref, dependsOn } of dependencies) {
      expect(ref === metadata.component['bom-ref'] || refs.has(ref)).toBe(true);
      for (const needed of dependsOn) expect(refs).toContain(needed);
    }
    for (const { purl, hashes } of components) {
      if (purl.startsWith('pkg:npm/%40ronghui/')) continue;
      expect(hashes, purl).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
  });

  it('security 4.13 a dependency is the nearest one of its name, and what only tests need is no part of the product', () => {
    const lock: LockFile = {
      name: 'shop',
      version: '1.0.0',
      packages: {
        '': {},
        'apps/server': { name: '@shop/server', version: '1.0.0', dependencies: { a: '1', b: '1' } },
        'node_modules/@shop/server': { link: true },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
        'node_modules/b': { version: '1.0.0', dev: true },
      },
    };
    const { components, dependencies } = billOfMaterials(lock, made);
    const needs = Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(needs['pkg:npm/a@1.0.0']).toEqual(['pkg:npm/b@2.0.0#node_modules/a/node_modules/b']);
    expect(needs['pkg:npm/%40shop/server@1.0.0#apps/server']).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0']);
    expect(needs['pkg:npm/shop@1.0.0']).toEqual(['pkg:npm/%40shop/server@1.0.0#apps/server']);
    expect(components.map(({ scope }) => scope)).toEqual(['required', 'required', 'required', 'excluded']);
    expect(components.map(({ licenses }) => licenses)).toEqual([
      [],
      [{ license: { id: 'MIT' } }],
      [{ expression: '(MIT OR Apache-2.0)' }],
      [],
    ]);
  });
});

describe('security 4.13 known advisories', () => {
  it('security 4.13 are those that the registry names', () => {
    const via = [{ title: 'A fault', url: 'https://example.com/1', severity: 'high' }, 'b'];
    const report = { vulnerabilities: { a: { name: 'a', severity: 'high', range: '<2', via } } };
    expect(readAdvisories(JSON.stringify(report), made.at)).toEqual({
      at: '2026-11-28T00:00:00.000Z',
      answered: true,
      packages: [
        { name: 'a', severity: 'high', range: '<2', advisories: [{ title: 'A fault', url: 'https://example.com/1' }] },
      ],
    });
  });

  it.each(['', 'no json', '{"error":{"summary":"nobody there"}}', '{"message":"nobody there"}'])(
    'security 4.13 no answer is never taken for a clean one: %s',
    (printed) => {
      expect(readAdvisories(printed, made.at)).toMatchObject({ answered: false, reason: expect.stringMatching(/./) });
    },
  );
});
