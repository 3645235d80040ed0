import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutations } from './all-mutations.ts';
import { readClauses } from './clauses.ts';
import type { Mutation } from './mutation.ts';
import { documentWithTable } from './mutation-table.ts';
import { mutated } from './try-mutation.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const clauses = readClauses(root);

describe('house 13 clauses that were broken on purpose', () => {
  it('house 13 every clause has a mutation, and no other has', () => {
    const broken = [...new Set(mutations.map(({ clause }) => clause))];
    expect(broken.toSorted()).toEqual(clauses.map(({ number }) => number).toSorted());
  });

  it.each(mutations.map((mutation) => [mutation.clause, mutation.breaks, mutation] as const))(
    'house 13 the mutation of %s (%s) fits its file, and its test carries the clause',
    (clause, _breaks, mutation) => {
      expect(mutated(read(mutation.file), mutation)).not.toBe(read(mutation.file));
      expect(mutation.fails).toMatch(new RegExp(`\\b${clause.replace('.', '\\.')}(?!\\d)`));
      expect(clauses.find(({ number }) => number === clause)?.tests).toContain(mutation.test);
    },
  );

  it('house 13 the table of docs/testing.md is that of the mutations', () => {
    expect(read('docs/testing.md')).toBe(documentWithTable(root));
  });

  it('house 13 a mutation whose text stands in its file never or twice is refused', () => {
    const mutation: Mutation = { clause: 'R1.1', breaks: '', file: 'f', from: 'a', to: 'b', test: '', fails: '' };
    expect(mutated('xay', mutation)).toBe('xby');
    expect(() => mutated('xy', mutation)).toThrow('0 times in f');
    expect(() => mutated('aa', mutation)).toThrow('2 times in f');
  });
});
