import { reconKinds, reconRules } from '@ronghui/domain/recon';
import { carrySteps } from '@ronghui/domain/recon/carried-steps';
import {
  type HandFault,
  type HandOutcome,
  type HeldItem,
  type HeldRecon,
  heldRecon,
  markByHand,
  matchByHand,
  undoByHand,
  unmatchByHand,
} from '@ronghui/domain/recon/hand-steps';
import { matchLedger, type ReconInput } from '@ronghui/domain/recon/match-ledger';
import { reconInputs } from '@ronghui/domain/recon/recon.fixture';
import { reconTotals } from '@ronghui/domain/recon/recon-total';
import { compareText } from '@ronghui/domain/text-order';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsToRun } from '#kernel/testing/random-parts';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { updateMatched } from '../matching/match-job.sql.ts';
import type { MatchedRun } from '../matching/matched-run.ts';
import { addRun, addStages, dropItems, matchCases, storeCase } from '../matching/stored-case.fixture.ts';
import { acceptItems, matchItems, noteItems, undoStep, unmatchItems } from './hand-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await addStages(app);
});
afterAll(() => app.close());

const steps = fc.array(
  fc.record({
    verb: fc.constantFrom('match', 'match', 'match', 'unmatch', 'unmatch', 'note', 'accept', 'undo'),
    at: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 10 },
);
type Step = Readonly<Record<'verb', string>> & { readonly at: readonly number[] };

const kept = ({ tenantId }: MatchedRun) => ({ tenantId, audit: () => undefined });
const versionOf = async ({ runId }: MatchedRun) =>
  Number((await app.rows('select version from recon_run where run_id = $1', [runId]))[0]?.['version']);

/** One step in the domain and in SQL. */
const takeBoth = async (run: MatchedRun, recon: HeldRecon, { verb, at }: Step) => {
  const chosen = at.flatMap((place) => recon.items[place % recon.items.length]?.itemNo ?? []);
  const itemNos = [...new Set(chosen)];
  const version = await versionOf(run);
  const wanted = { runId: run.runId, version, itemNos, filter: undefined };
  const ways: Readonly<Record<string, readonly [() => HandOutcome, Parameters<typeof app.database.transact>[1]]>> = {
    match: [() => matchByHand(recon, run.settings, itemNos), (tx) => matchItems(tx, kept(run), wanted)],
    unmatch: [() => unmatchByHand(recon, itemNos), (tx) => unmatchItems(tx, kept(run), wanted)],
    note: [
      () => markByHand(recon, itemNos, { note: '已核对' }),
      (tx) => noteItems(tx, kept(run), { ...wanted, note: '已核对' }),
    ],
    accept: [
      () => markByHand(recon, itemNos, { isAccepted: true }),
      (tx) => acceptItems(tx, kept(run), { ...wanted, isAccepted: true }),
    ],
    undo: [() => undoByHand(recon), (tx) => undoStep(tx, kept(run), wanted)],
  };
  const [ofDomain, ofSql] = ways[verb] ?? [];
  if (ofDomain === undefined || ofSql === undefined) throw new Error(`no step ${verb}`);
  const expected = ofDomain();
  // The transaction's result is the outcome of the step.
  const found = (await app.database.transact('service', ofSql)) as { ok: boolean; reason?: HandFault };
  return { expected, found };
};

/** Standing items in the words of both, in the order of their numbers. */
const wordsOf = (items: readonly HeldItem[]) =>
  items
    .map(({ itemNo, kind, rule, ledger, lines, difference, note, isAccepted }) => ({
      itemNo,
      facts: `${kind} ${rule} ${difference} ${note} ${String(isAccepted)}`,
      rows: [
        ...ledger.map(({ rowNo, amount }) => `${rowNo} ${amount}`),
        ...lines.map(({ lineId, amount }) => `${lineId} ${amount}`),
      ].toSorted(compareText),
    }))
    .toSorted((one, other) => one.itemNo - other.itemNo);

const storedOf = async ({ runNo }: Pick<MatchedRun, 'runNo'>) => {
  const rows = await app.rows(
    `select i.item_no, i.kind, i.rule, i.difference_fen, coalesce(i.note, '') as note, i.is_accepted, i.ledger_fen + i.line_fen as fen,
        case when i.ledger_count > 1 or i.line_count > 1 then
          (select array_agg(coalesce(p.row_no::text, p.line_id) || ' ' || p.fen) from recon_part p where p.run_no = i.run_no and p.item_no = i.item_no)
        else array_remove(array[i.row_no || ' ' || i.ledger_fen, i.line_id || ' ' || i.line_fen], null) end as rows
      from recon_item i where i.run_no = $1 and i.until_step is null order by i.item_no`,
    [runNo],
  );
  return rows.map((row) => ({
    itemNo: row['item_no'],
    facts: `${reconKinds[Number(row['kind'])]} ${reconRules[Number(row['rule'])]} ${String(row['difference_fen'])} ${String(row['note'])} ${String(row['is_accepted'])}`,
    rows: (row['rows'] as string[]).toSorted(compareText),
  }));
};

const totalsOf = ({ runId }: Pick<MatchedRun, 'runId'>) =>
  app.rows(
    `select kind, items, ledger_count as "ledgerCount", ledger_fen as "ledgerAmount", line_count as "lineCount", line_fen as "lineAmount", accepted, sent
      from recon_total where run_id = $1 order by kind`,
    [runId],
  );
const expectedTotals = (items: readonly HeldItem[]) => {
  const totals = reconTotals(items);
  return reconKinds.map((kind, place) => {
    const accepted = items.filter((item) => item.kind === kind && item.isAccepted).length;
    return { kind: place, ...totals[kind], accepted, sent: 0 };
  });
};

const expectSame = async (run: Pick<MatchedRun, 'runId' | 'runNo'>, items: readonly HeldItem[], what: string) => {
  expect(await storedOf(run), what).toEqual(wordsOf(items));
  expect(await totalsOf(run), what).toEqual(expectedTotals(items));
};

const matched = async (run: MatchedRun, input: ReconInput) => {
  const { amountTolerance, amountRate } = run.settings;
  await app.rows('update recon_run set amount_tolerance_fen = $2, amount_rate_millionths = $3 where run_id = $1', [
    run.runId,
    amountTolerance,
    amountRate,
  ]);
  const [result] = await matchCases(app, [[run, input]]);
  if (result === undefined) throw new Error('a run that was matched');
  await app.database.transact('service', (tx) =>
    updateMatched(tx, { tenant_id: run.tenantId, run_id: run.runId }, { rows: 0, ...result }),
  );
  return result;
};

/** The same ledger as the next run finds it: some rows have another amount, or are not there any more. */
const changedOf = (input: ReconInput, seed: number): ReconInput => ({
  ...input,
  ledger: input.ledger.flatMap((row, at) => ((at + seed) % 7 === 0 ? [] : [{ ...row, amount: row.amount }])),
  settings: seed % 3 === 0 ? { ...input.settings, dayTolerance: 31 } : input.settings,
});

const casesInPart = process.env['RONGHUI_LONG'] === '1' ? 200 : 20;

describe('R13.3 R13.4 steps by hand in SQL are those of the domain', () => {
  it.each(partsToRun([0, 1, 2, 3], 1))(
    'R13.3 R13.4 after any steps and undos the state is the same, both sides tie out, and the next run carries the same, part %i',
    async (part) => {
      const cases = fc.sample(fc.tuple(reconInputs, steps), { numRuns: casesInPart, seed: 700 + part });
      const seen = new Set<string>();
      for (const [at, [input, taken]] of cases.entries()) {
        const what = `case ${part}-${at}`;
        const run = await storeCase(app, { tenantId: `hand-${part}-${at}`, side: 'fee' }, input);
        await matched(run, input);
        let recon = heldRecon(matchLedger(input));
        for (const step of taken) {
          const { expected, found } = await takeBoth(run, recon, step);
          expect(found.ok, what).toBe(expected.ok);
          if (expected.ok) recon = expected.recon;
          seen.add(`${step.verb} ${String(expected.ok)}`);
        }
        await expectSame(run, recon.items, what);
        const next: MatchedRun = { ...run, ...(await addRun(app, run)), comparedRunNo: run.runNo };
        const input2 = changedOf(input, at);
        const result = await matched({ ...next, settings: input2.settings }, input2);
        const carried = carrySteps(recon.items, matchLedger(input2), input2.settings);
        await expectSame(next, carried.items, `${what} carried`);
        const left = result.carried?.items.map(({ itemNo, steps: lost, reason }) => ({ itemNo, steps: lost, reason }));
        expect(left, what).toEqual(carried.left);
        for (const { reason, steps: lost } of carried.left) for (const each of lost) seen.add(`${each} ${reason}`);
        for (const each of carried.items)
          if (each.rule === 'hand') seen.add(each.lines.length > 0 && each.ledger.length > 0 ? 'matched' : 'alone');
        await dropItems(app, run);
      }
      expect([...seen]).toEqual(
        expect.arrayContaining(['match true', 'unmatch true', 'undo true', 'matched', 'alone', 'match gone']),
      );
    },
    600_000,
  );
});
