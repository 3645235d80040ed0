import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siblings } from '#features/recon/intake/sibling-ledgers.fixture';
import { readLines } from './read-lines.fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sibling-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('R11.6 files of the kinds that bookkeepers have, as lines', () => {
  it.each(siblings)(
    'R11.6 $name gives the lines that its rows can be, or a row or a question says why not',
    async ({ bytes, rows }) => {
      const path = join(folder, 'lines.csv');
      await writeFile(path, bytes);
      const read = await readLines(path, 'csv');
      const isAsked = read.fault !== null || read.bad.length > 0 || read.questions.length > 0;
      if (rows === 'asked') return expect(isAsked).toBe(true);
      if (read.fault !== null) return expect(read.lines).toEqual([]);
      // What goes out is no line.
      const meant = rows.filter(([, , fen]) => fen >= 0);
      // Below a head that says nothing else, sides are asked about instead.
      const isOfSides = read.questions.some(({ about }) => about === 'sides');
      if (!isOfSides) expect(read.lines.filter(([, , fen]) => (fen ?? 0) >= 0)).toEqual(meant);
      expect(isAsked || meant.length === rows.length).toBe(true);
    },
  );
});
