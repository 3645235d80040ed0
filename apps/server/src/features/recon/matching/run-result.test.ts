import { fen, rateOf } from '@ronghui/domain/money';
import type { ReconInput } from '@ronghui/domain/recon/match-ledger';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addRun, addStages, matchCases, stageNow, storeCase } from './stored-case.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await addStages(app);
});
afterAll(() => app.close());

type Given = readonly [reference: string | null, amount: number, day: number];
const dayOf = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;
const inputOf = (ledger: readonly Given[], lines: readonly (readonly [string, number, number])[]): ReconInput => ({
  ledger: ledger.map(([reference, amount, day], at) => ({
    rowNo: at + 2,
    reference,
    counterparty: null,
    amount: fen(amount),
    occurredOn: dayOf(day),
  })),
  lines: lines.map(([reference, amount, day], at) => ({
    lineId: `l${at + 1}`,
    reference,
    amount: fen(amount),
    occurredOn: dayOf(day),
  })),
  neighbours: { lines: [], ledger: [] },
  rules: [],
  settings: { amountTolerance: fen(2), amountRate: rateOf(0, 'percent'), dayTolerance: 3 },
});
const tablesOf = async (runNo: number) =>
  (
    await app.rows("select relname from pg_class where relkind = 'r' and relname in ($1, $2)", [
      `recon_item_${runNo}`,
      `recon_part_${runNo}`,
    ])
  ).length;

describe('R13.4 what changed since another run', () => {
  it('R13.4 rows of both sides go from kind to kind; what stayed is left out', async () => {
    const lines = [
      ['A', 100, 1],
      ['B', 200, 1],
      ['C', 60, 2],
      ['C', 40, 2],
      ['D', 900, 9],
    ] as const;
    const before = inputOf(
      [
        ['A', 100, 1],
        ['B', 150, 1],
        ['C', 100, 2],
        ['E', 7, 20],
      ],
      lines,
    );
    const first = await storeCase(app, { tenantId: 'changes', side: 'basis' }, before);
    const [one] = await matchCases(app, [[first, before]]);
    expect(one?.changes).toBeNull();
    expect(one?.madeOf).toMatchObject({ bills: 1, amount: 0, adjusted: 0 });
    // A person took the first match apart.
    await app.rows(`update recon_item set until_step = 1 where run_no = $1 and item_no = 2`, [first.runNo]);
    await app.rows(
      `insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_fen, ledger_on, ledger_count, line_id, line_fen, line_count,
          difference_fen, since_step)
        values ('changes', $1, 90, 3, 4, 2, 100, '2026-10-01', 1, null, 0, 0, -100, 1), ('changes', $1, 91, 4, 4, null, 0, null, 0, 'l1', 100, 1, 100, 1)`,
      [first.runNo],
    );
    const again = { ...first, ...(await addRun(app, { ...first, stageId: stageNow })), comparedRunNo: first.runNo };
    const after = inputOf(
      [
        ['A', 100, 1],
        ['B', 200, 1],
        ['C', 55, 2],
        ['D', 900, 9],
      ],
      lines,
    );
    const [two] = await matchCases(app, [[again, after]]);
    expect(two?.changes).toEqual([
      { from: 'matched', to: 'amountMismatch', ledgerCount: 1, ledgerAmount: 55, lineCount: 1, lineAmount: 60 },
      { from: 'matched', to: 'onlyInBill', ledgerCount: 0, ledgerAmount: 0, lineCount: 1, lineAmount: 40 },
      { from: 'amountMismatch', to: 'matched', ledgerCount: 1, ledgerAmount: 200, lineCount: 1, lineAmount: 200 },
      { from: 'onlyInLedger', to: 'matched', ledgerCount: 2, ledgerAmount: 1000, lineCount: 0, lineAmount: 0 },
      { from: 'onlyInBill', to: 'matched', ledgerCount: 0, ledgerAmount: 0, lineCount: 2, lineAmount: 1000 },
    ]);
  });
});

describe('R13.2 bounds of a run', () => {
  it('R13.2 amounts whose sum is no safe integer are refused, and nothing is stored', async () => {
    const input = inputOf([['A', Number.MAX_SAFE_INTEGER - 5, 1]], [['A', 6, 1]]);
    const run = await storeCase(app, { tenantId: 'large', side: 'basis' }, input);
    await expect(matchCases(app, [[run, input]])).rejects.toThrow('金额合计过大，不能对账。');
    expect(await tablesOf(run.runNo)).toBe(0);
    const smaller = inputOf([['A', Number.MAX_SAFE_INTEGER - 6, 1]], []);
    await expect(matchCases(app, [[run, smaller]])).resolves.toHaveLength(1);
  });

  it('R13.2 without rows on either side there are no items', async () => {
    const input = inputOf([], []);
    const run = await storeCase(app, { tenantId: 'empty', side: 'fee' }, input);
    const [result] = await matchCases(app, [[run, input]]);
    expect(result).toMatchObject({ nextItemNo: 1, madeOf: { bills: 0 } });
    expect(await app.rows('select sum(items) as items from recon_total where run_id = $1', [run.runId])).toEqual([
      { items: 0 },
    ]);
  });
});

describe('security 4.3 the tables of a run', () => {
  it('security 4.3 a tenant reads its items through the whole table alone', async () => {
    const input = inputOf([['A', 100, 1]], [['A', 100, 1]]);
    const run = await storeCase(app, { tenantId: 'own', side: 'fee' }, input);
    await app.rows("insert into tenant (tenant_id, name) values ('other', 'other')");
    await matchCases(app, [[run, input]]);
    const read = async (tenantId: string, table: string) =>
      (
        await sql`select item_no from ${sql.table(table)} where run_no = ${run.runNo}`.execute(
          app.database.reading({ tenantId }),
        )
      ).rows;
    expect(await read('own', 'recon_item')).toEqual([{ item_no: 2 }]);
    expect(await read('other', 'recon_item')).toEqual([]);
    await expect(read('own', `recon_item_${run.runNo}`)).rejects.toThrow(/permission denied/);
    await app.rows('select drop_recon_tables($1)', [run.runNo]);
    expect([await read('own', 'recon_item'), await tablesOf(run.runNo)]).toEqual([[], 0]);
  });

  it('R13.2 tables are made for a run that is there alone', async () => {
    await expect(app.rows('select make_recon_tables(999999)')).rejects.toThrow('there is no run 999999');
  });
});
