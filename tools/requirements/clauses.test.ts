import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readClauses } from './clauses.ts';

const root = mkdtempSync(join(tmpdir(), 'clauses-'));
afterAll(() => rmSync(root, { recursive: true }));

it('house 13 a clause is proved by a test whose title carries its number, and later ones do not count', () => {
  mkdirSync(join(root, 'docs'));
  mkdirSync(join(root, 'apps'));
  writeFileSync(
    join(root, 'docs/requirements.md'),
    '- R1.1 One.\n- R1.2 Two.\n- R1.3 Three.\n- R1.4 Four.\n## Later\n- R9.9 Nine.\n',
  );
  writeFileSync(
    join(root, 'apps/a.test.ts'),
    "// R1.3 in a comment proves nothing\nit('R1.1 holds', () => {});\nit.each([[1]])(\n  'R1.2 and R9.9 hold for %i',\n  () => {},\n);\nit.each([\n  ['a'],\n])('R1.4 holds for %s', () => {});\n",
  );
  expect(readClauses(root).map(({ number, tests }) => [number, tests])).toEqual([
    ['R1.1', ['apps/a.test.ts']],
    ['R1.2', ['apps/a.test.ts']],
    ['R1.3', []],
    ['R1.4', ['apps/a.test.ts']],
  ]);
});
