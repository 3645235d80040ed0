import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRows, type Database, openDatabase } from '#kernel/database/db';
import { testDatabase } from '#kernel/testing/test-database';

const copy = 'copy copied (n, word) from stdin';

describe.each([true, false])('R11.6 rows by COPY, flights %s', (flights) => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const made = await testDatabase();
    database = openDatabase({ url: made.url, flights, onError: () => undefined });
    close = async () => {
      await database.close();
      await made.drop();
    };
  });
  afterAll(() => close());

  const stage = <T>(work: (tx: Parameters<Parameters<Database['transact']>[1]>[0]) => Promise<T>): Promise<T> =>
    database.transact('service', async (tx) => {
      await sql`create temp table copied (n int, word text) on commit drop`.execute(tx);
      return work(tx);
    });
  const rowsOf = async function* (pieces: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield Buffer.from(piece);
  };

  it('R11.6 arrive whole, cut anywhere, between other statements of their transaction', async () => {
    const found = await stage(async (tx) => {
      const count = await copyRows(tx, copy, rowsOf(['1\ta', '\n2\t\\', 'N\n3\t张\n']));
      const { rows } = await sql`select n, word from copied order by n`.execute(tx);
      return { count, rows };
    });
    expect(found).toEqual({
      count: 3,
      rows: [
        { n: 1, word: 'a' },
        { n: 2, word: null },
        { n: 3, word: '张' },
      ],
    });
  });

  it('R11.6 a hundred thousand rows wait for the connection', async () => {
    const many = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < 100; at += 1) yield Buffer.from(`${at}\t${'x'.repeat(100)}\n`.repeat(1000));
    };
    expect(await stage((tx) => copyRows(tx, copy, many()))).toBe(100_000);
  });

  it('R11.6 none is stored when their source fails, whose error it is; the connection goes on', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('1\ta\n');
      throw new Error('the source failed');
    };
    await expect(stage((tx) => copyRows(tx, copy, failing()))).rejects.toThrow('the source failed');
    expect(await stage((tx) => copyRows(tx, copy, rowsOf(['1\ta\n'])))).toBe(1);
  });

  it('R11.6 none is stored when the database refuses one', async () => {
    await expect(stage((tx) => copyRows(tx, copy, rowsOf(['1\ta\nx\tb\n', '2\tc\n'])))).rejects.toThrow('integer');
    expect(await stage((tx) => copyRows(tx, copy, rowsOf(['1\ta\n'])))).toBe(1);
  });
});
