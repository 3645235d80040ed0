import { reconKinds, reconRules } from '@ronghui/domain/recon';
import { matchLedger, type ReconInput } from '@ronghui/domain/recon/match-ledger';
import { reconInputs } from '@ronghui/domain/recon/recon.fixture';
import type { ReconItem } from '@ronghui/domain/recon/recon-row';
import { reconTotals } from '@ronghui/domain/recon/recon-total';
import { compareText } from '@ronghui/domain/text-order';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsToRun } from '#kernel/testing/random-parts';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { MatchedRun } from './matched-run.ts';
import { addStages, dropItems, matchCases, storeCase } from './stored-case.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await addStages(app);
});
afterAll(() => app.close());

/** Ten batches each. */
const parts = [0, 1, 2, 3, 4, 5, 6, 7];
const casesOfBatch = 25;

const laterBy = (days: number, day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Many cases as one, which are matched at once: apart by references and days, or, `mixed`, in one another's way. */
const together = (cases: readonly ReconInput[], mixed: boolean): ReconInput => {
  const all = cases.map((each, at): ReconInput => {
    const mark = mixed ? '' : String(at).padStart(2, '0');
    const days = mixed ? at % 3 : at * 50;
    const named = <Row extends { readonly reference: string | null }>(row: Row): Row => ({
      ...row,
      reference: row.reference === null ? null : `${mark}${row.reference}`,
    });
    return {
      settings: each.settings,
      rules: each.rules,
      neighbours: { lines: each.neighbours.lines.map(named), ledger: each.neighbours.ledger.map(named) },
      ledger: each.ledger.map((row) => ({
        ...named(row),
        rowNo: row.rowNo + at * 29,
        occurredOn: laterBy(days, row.occurredOn),
      })),
      lines: each.lines.map((row) => ({
        ...named(row),
        lineId: `${row.lineId}-${at}`,
        occurredOn: laterBy(days, row.occurredOn),
      })),
    };
  });
  const settings = cases[0]?.settings;
  if (settings === undefined) throw new Error('there are no cases');
  return {
    settings,
    rules: cases.flatMap(({ rules }, at) => rules.map((rule) => ({ ...rule, ruleNo: rule.ruleNo + at * 7 }))),
    neighbours: {
      lines: all.flatMap(({ neighbours }) => neighbours.lines),
      ledger: all.flatMap(({ neighbours }) => neighbours.ledger),
    },
    ledger: all.flatMap(({ ledger }) => ledger),
    lines: all.flatMap(({ lines }) => lines),
  };
};

const withoutBases = (input: ReconInput): ReconInput => ({
  ...input,
  lines: input.lines.map(({ basis: _, ...line }) => line),
});

/** Items in the words of the tables. */
const expectedOf = (items: readonly ReconItem[]) =>
  items.map(({ itemNo, kind, rule, ledger, lines, difference, explainedBy }) => {
    const [row, line] = [ledger[0], lines[0]];
    const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
    return {
      item_no: itemNo,
      kind: reconKinds.indexOf(kind),
      rule: reconRules.indexOf(rule),
      row_no: row?.rowNo ?? null,
      ledger_reference: row?.reference ?? null,
      counterparty: row?.counterparty ?? null,
      ledger_fen: sum(ledger),
      ledger_on: row?.occurredOn ?? null,
      ledger_count: ledger.length,
      line_id: line?.lineId ?? null,
      line_reference: line?.reference ?? null,
      line_fen: sum(lines),
      line_on: line?.occurredOn ?? null,
      line_count: lines.length,
      difference_fen: difference,
      difference_rule_no: explainedBy ?? null,
      parts:
        ledger.length > 1 || lines.length > 1
          ? [
              ...ledger.map(
                (each) =>
                  `${each.rowNo} ${each.reference ?? ''} ${each.counterparty ?? ''} ${each.amount} ${each.occurredOn}`,
              ),
              ...lines.map((each) => `${each.lineId} ${each.reference}  ${each.amount} ${each.occurredOn}`),
            ].toSorted(compareText)
          : null,
    };
  });

const storedOf = async ({ runNo }: MatchedRun) => {
  const rows = await app.rows(
    `select i.item_no, i.kind, i.rule, i.row_no, i.ledger_reference, i.counterparty, i.ledger_fen, i.ledger_on, i.ledger_count, i.line_id,
        i.line_reference, i.line_fen, i.line_on, i.line_count, i.difference_fen, i.difference_rule_no,
        (select array_agg(coalesce(p.row_no::text, p.line_id) || ' ' || coalesce(p.reference, '') || ' ' || coalesce(p.counterparty, '') || ' ' || p.fen
            || ' ' || p.occurred_on) from recon_part p where p.run_no = i.run_no and p.item_no = i.item_no) as parts
      from recon_item i where i.run_no = $1 order by i.item_no`,
    [runNo],
  );
  return rows.map((row) => ({
    ...row,
    parts: Array.isArray(row['parts']) ? row['parts'].map(String).toSorted(compareText) : null,
  }));
};

const totalsOf = async ({ runId }: MatchedRun) =>
  app.rows(
    `select kind, items, ledger_count as "ledgerCount", ledger_fen as "ledgerAmount", line_count as "lineCount", line_fen as "lineAmount"
      from recon_total where run_id = $1 order by kind`,
    [runId],
  );

describe('R13.2, R13.5 the matching in SQL is the definition of the domain, row by row', () => {
  it.each(partsToRun(parts, 2))(
    'R13.2, R13.5 items, their numbers and totals of random cases, part %i',
    async (part) => {
      const seen = new Set<string>();
      const given: [MatchedRun, ReconInput][] = [];
      for (let at = part * 10; at < part * 10 + 10; at += 1) {
        const input = together(fc.sample(reconInputs, { numRuns: casesOfBatch, seed: 100 + at }), at % 4 === 3);
        const side = at % 2 === 0 ? 'fee' : 'basis';
        given.push([await storeCase(app, { tenantId: `recon-${at}`, side, hasRunsAside: true }, input), input]);
      }
      const results = await matchCases(app, given);
      for (const [at, [run, input]] of given.entries()) {
        // Bases are compared by themselves: shares are of them.
        const items = matchLedger(run.side === 'fee' ? input : withoutBases(input));
        for (const { kind, rule } of items) seen.add(kind).add(rule);
        expect(await storedOf(run), `batch ${part * 10 + at}`).toEqual(expectedOf(items));
        expect(results[at]?.nextItemNo).toBe(items.reduce((most, { itemNo }) => Math.max(most, itemNo), 0) + 1);
        const totals = reconTotals(items);
        expect(await totalsOf(run)).toEqual(reconKinds.map((kind, place) => ({ kind: place, ...totals[kind] })));
      }
      for (const [run] of given) await dropItems(app, run);
      expect([...seen].toSorted()).toEqual([...reconKinds, ...reconRules.filter((rule) => rule !== 'hand')].toSorted());
    },
    60_000,
  );
});
