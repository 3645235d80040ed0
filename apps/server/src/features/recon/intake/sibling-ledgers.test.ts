import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedgerFile } from './read-ledger.fixture.ts';
import { siblings } from './sibling-ledgers.fixture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sibling-ledgers-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('R13.1 files of the kinds that bookkeepers have', () => {
  it.each(siblings)('R13.1 $name is read as it is meant, or asked about', async ({ bytes, rows }) => {
    const path = join(folder, 'ledger.csv');
    await writeFile(path, bytes);
    const read = await readLedgerFile(path, 'csv');
    const isAsked = read.fault !== null || read.faulty > 0 || read.questions.length > 0;
    if (rows === 'asked') expect(isAsked).toBe(true);
    else expect({ rows: read.rows, isAsked }).toEqual({ rows, isAsked: false });
  });
});
