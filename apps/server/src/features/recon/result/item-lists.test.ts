import { reconKinds } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readingsOf } from '#kernel/testing/plan.sql';
import type { TestReply } from '#kernel/testing/test-client';
import { differingRun, ledgerOf, ReconFixture } from '../recon.fixture.ts';
import { finishTables, makeTables } from '../recon.sql.ts';
import { mark } from './hand-step.sql.ts';
import { countItems, findPlace, type ItemSort, listItems, type RunKey } from './item.sql.ts';
import { findCandidates } from './suggestion.sql.ts';

type Data = TestReply['body']['data'];

let fixture: ReconFixture;
let runId: string;
let items: Data[];

const pageSize = 30;
/** All items of a list, page after page by cursors, and the total that came with the first page. */
const listed = async (asked: object): Promise<{ readonly found: Data[]; readonly total: number }> => {
  const found: Data[] = [];
  let [total, cursor]: [number, string | undefined] = [0, undefined];
  for (;;) {
    const payload: Record<string, unknown> = { runId, pageSize, ...asked, ...(cursor !== undefined && { cursor }) };
    const page: Data = (await fixture.call('recon.rows', payload)).body.data;
    if (cursor === undefined) ({ total } = page);
    found.push(...page.items);
    if (page.nextCursor === null) return { found, total };
    cursor = page.nextCursor;
  }
};

beforeAll(async () => {
  fixture = await ReconFixture.open();
  const fees = Array.from({ length: 60 }, (_, at) => 1000 + ((at * 37) % 11) * 100);
  const { stageId, references, billNo } = await fixture.bill({ fees });
  const rows = references.flatMap((reference, at): (readonly [string, number, string])[] => {
    const [fee = 0, day] = [fees[at], `2026-10-${String(10 + (at % 9)).padStart(2, '0')}`];
    if (at % 12 === 5) return at === 5 ? [['N-5', fee, '2026-10-15']] : [];
    if (at % 12 === 7) return [[`X-${at}`, 77_700 + at * 10_000, '2026-10-30']];
    const own = at % 4 === 1 ? fee + (at % 3 === 0 ? 300 : -300) : fee;
    return at % 10 === 2 ? [[reference, own, day] as const, [reference, own, day] as const] : [[reference, own, day]];
  });
  ({ runId } = await fixture.run(ledgerOf(rows), stageId));
  const differing = await fixture.rows(runId, { kind: 'amountMismatch' });
  const noOf = (at: number): number => differing[at].itemNo;
  await fixture.step('accept', runId, { itemNos: [noOf(0), noOf(1)], isAccepted: true });
  await fixture.step('note', runId, { itemNos: [noOf(1), noOf(2)], note: '已核' });
  const [pair] = await fixture.rows(runId, { kind: 'matched' });
  await fixture.step('unmatch', runId, { itemNos: [pair.itemNo] });
  const [one] = await fixture.rows(runId, { kind: 'onlyInLedger' });
  const [other] = await fixture.rows(runId, { kind: 'onlyInBill' });
  await fixture.step('match', runId, { itemNos: [one.itemNo, other.itemNo] });
  const itemNos = [noOf(3)];
  const { claims } = (await fixture.call('recon.claims', { runId, itemNos, billNo })).body.data;
  const { version } = await fixture.get(runId);
  const chosen = claims.map((claim: Data) => ({ billNo: claim.billNo, claimedAmount: claim.claimedAmount }));
  const sent = await fixture.write('recon.toFeedback', {
    runId,
    itemNos,
    billNo,
    claims: chosen,
    reason: '与我方账不符',
    version,
  });
  expect(sent.status, sent.text).toBe(200);
  ({ found: items } = await listed({}));
}, 60_000);
afterAll(() => fixture.close());

const differingKinds = ['amountMismatch', 'dateMismatch', 'onlyInLedger', 'onlyInBill', 'duplicate'];
const states: Readonly<Record<string, (item: Data) => boolean>> = {
  open: (item) => differingKinds.includes(item.kind) && !item.isAccepted && item.feedbackNo === undefined,
  accepted: (item) => item.isAccepted,
  sent: (item) => item.feedbackNo !== undefined,
  noted: (item) => item.note !== '',
  otherNumber: (item) => item.rule === 'amountAndDay' || item.rule === 'group',
};
const firstOf = (item: Data): Data => item.ledger[0] ?? item.lines[0];
/** What each order reads an item by, as texts that are ordered alike, and its direction. */
const orders: Readonly<Record<ItemSort, readonly [of: (item: Data) => string, isDown: boolean]>> = {
  row: [(item) => String(item.itemNo).padStart(10, '0'), false],
  difference: [(item) => String(Math.abs(item.difference)).padStart(16, '0'), true],
  day: [(item) => firstOf(item).occurredOn, true],
  reference: [(item) => firstOf(item).reference, false],
};

/** What a list should be, compared item by item. */
const expected = ({ kind, state, reference, sort = 'row' }: Data): number[] => {
  const [of, isDown] = orders[reference === undefined ? (sort as ItemSort) : 'reference'];
  const before = (one: Data, next: Data): boolean =>
    of(one) === of(next) ? one.itemNo < next.itemNo : of(one) < of(next);
  return items
    .filter((item) => kind === undefined || item.kind === kind)
    .filter((item) => state === undefined || (states[state]?.(item) ?? false))
    .filter(
      (item) =>
        reference === undefined || [firstOf(item), item.lines[0]].some((row) => row?.reference.startsWith(reference)),
    )
    .toSorted((one, next) => (before(one, next) === isDown ? 1 : -1))
    .map(({ itemNo }) => itemNo);
};

describe('R13.3 lists of items', () => {
  it('R13.2 the run of these tests has items of every state, and of several pages', () => {
    expect(items.length).toBeGreaterThan(pageSize * 2);
    for (const isOf of Object.values(states)) expect(items.filter(isOf).length).toBeGreaterThan(0);
    expect(
      items.some(
        ({ ledger, lines }) => ledger.length > 0 && lines.length > 0 && ledger[0].reference !== lines[0].reference,
      ),
    ).toBe(true);
  });

  const kinds = [undefined, ...reconKinds];
  it.each(kinds)(
    'R13.3 of kind %s: each state, reference and order has its items and its total, page after page',
    async (kind) => {
      for (const state of [undefined, ...Object.keys(states)]) {
        for (const sort of ['row', 'difference', 'day'] as const) {
          const asked = { ...(kind && { kind }), ...(state && { state }), sort };
          const { found, total } = await listed(asked);
          const itemNos = expected(asked);
          expect([asked, found.map(({ itemNo }) => itemNo), total]).toEqual([asked, itemNos, itemNos.length]);
        }
        for (const reference of ['X', String(firstOf(items[0]).reference).slice(0, -1), 'none']) {
          const asked = { ...(kind && { kind }), ...(state && { state }), reference };
          const { found, total } = await listed(asked);
          const itemNos = expected(asked);
          expect([asked, found.map(({ itemNo }) => itemNo), total]).toEqual([asked, itemNos, itemNos.length]);
        }
      }
    },
    60_000,
  );
});

const count = 20_000;
/** A run of so many items, every twentieth an amount that differs; its number. */
const layItems = async (runId: string): Promise<RunKey> => {
  const { run } = await differingRun(fixture);
  const { tenantId } = fixture.owner;
  const [{ run_no: runNo } = {}] = await fixture.app.rows(
    `insert into recon_run (tenant_id, run_id, ledger_id, stage_id, side, direction, mapping, amount_tolerance_fen, amount_rate_millionths, day_tolerance,
        user_id, started_by) select tenant_id, $2, ledger_id, stage_id, side, direction, mapping, 0, 0, 3, user_id, started_by
      from recon_run where run_id = $1 returning run_no`,
    [run.runId, runId],
  );
  const key = { tenantId, runNo: Number(runNo) };
  await fixture.app.database.transact('service', async (tx) => {
    await makeTables(tx, key.runNo);
    await sql`insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, ledger_fen, ledger_on, ledger_count,
          line_id, line_reference, line_fen, line_on, line_count, difference_fen)
        select ${tenantId}, ${key.runNo}::bigint, n, case when n % 20 = 0 then 2 else 0 end, 0, n, 'R' || lpad(n::text, 8, '0'), n,
          date '2026-01-01' + n % 300, 1, 'l' || n, 'R' || lpad(n::text, 8, '0'), n, date '2026-01-01' + n % 300, 1, n - ${count / 2}::int
        from generate_series(1, ${count}::int) n`.execute(tx);
    await finishTables(tx, key.runNo);
  });
  return key;
};

const limit = 21;
/** Of each kind a page, and the page once more with what stands beside its items. */
const most = (reconKinds.length + 4) * limit;
const fetchedBy = async ({ tenantId }: RunKey, work: Parameters<typeof readingsOf>[1]): Promise<number> => {
  const readings = await readingsOf(fixture.app.database.reading({ tenantId }), work);
  return readings.reduce((sum, { fetched, entries }) => sum + fetched + entries, 0);
};

describe('R13.5 what a part of a result reads', () => {
  let key: RunKey;
  beforeAll(async () => {
    key = await layItems('laid');
  }, 60_000);

  it.each(
    [{}, { kind: 'matched' }, { state: 'open' }].flatMap((filter) =>
      (['row', 'difference', 'day', 'reference'] as const).map((sort) => [filter, sort] as const),
    ),
  )('R13.5 of %j by %s a page in the middle is found by an index, not from the beginning', async (filter, sort) => {
    const db = fixture.app.database.reading({ tenantId: key.tenantId });
    const after = (await findPlace(db, key, { sort, itemNo: 7000 })) ?? null;
    expect(after).not.toBeNull();
    // The type of a list of cases loses the literal texts.
    const wanted = { filter: filter as { kind?: 'matched'; state?: 'open' }, sort, after, offset: 0, limit };
    expect(await listItems(db, key, wanted)).toHaveLength(limit);
    const isSorted = sort === 'reference' && 'state' in filter;
    // There is no order of open items by reference: one is looked for among all of their kinds.
    const bound = isSorted ? count / 20 + most : most;
    expect(await fetchedBy(key, (explained) => listItems(explained, key, wanted))).toBeLessThanOrEqual(bound);
  });

  it('R13.5 the beginning of a reference is found by an index, and what it counts is what begins so', async () => {
    const filter = { reference: 'R000150' };
    const wanted = { filter, sort: 'reference', after: null, offset: 0, limit } as const;
    expect(await fetchedBy(key, (explained) => listItems(explained, key, wanted))).toBeLessThanOrEqual(most);
    const db = fixture.app.database.reading({ tenantId: key.tenantId });
    expect(await countItems(db, key, { filter, reach: count })).toBe(100);
    expect(
      await fetchedBy(key, (explained) => countItems(explained, key, { filter, reach: count })),
    ).toBeLessThanOrEqual(100);
  });

  it('R13.3 suggestions look at the nearest amounts and days alone', async () => {
    const own = { item_no: 1, reference: null, difference_fen: 5000, occurred_on: '2026-06-01' };
    const asked = { kind: 0, own, dayTolerance: 1 };
    expect(await fetchedBy(key, (explained) => findCandidates(explained, key, asked))).toBeLessThanOrEqual(600);
  });
});

describe('R13.5 what a part of many accepted items reads', () => {
  let key: RunKey;
  const steps = [1, 2].map((stepNo) => ({ runId: 'accepted', stepNo, nextItemNo: count + 1 }));
  /** As many as one step takes, and as many again. */
  const inStep = (stepNo: number): number[] =>
    Array.from({ length: count / 2 }, (_, at) => (stepNo - 1) * (count / 2) + at + 1);
  beforeAll(async () => {
    key = await layItems('accepted');
    for (const step of steps) {
      await fixture.app.database.transact({ tenantId: key.tenantId }, (tx) =>
        mark(tx, { ...key, ...step }, { itemNos: inStep(step.stepNo), isAccepted: true }),
      );
    }
  }, 60_000);

  it.each(
    [{ state: 'accepted' }, { state: 'accepted', kind: 'amountMismatch' }].flatMap((filter) =>
      (['row', 'difference', 'day'] as const).map((sort) => [filter, sort] as const),
    ),
  )('R13.5 of %j by %s a page in the middle is found by an index, however many are accepted', async (filter, sort) => {
    const db = fixture.app.database.reading({ tenantId: key.tenantId });
    const after = (await findPlace(db, key, { sort, itemNo: 7000 })) ?? null;
    // The type of a list of cases loses the literal texts.
    const wanted = { filter: filter as { state: 'accepted'; kind?: 'amountMismatch' }, sort, after, offset: 0, limit };
    expect(await listItems(db, key, wanted)).toHaveLength(limit);
    expect(await fetchedBy(key, (explained) => listItems(explained, key, wanted))).toBeLessThanOrEqual(most);
  });
});
