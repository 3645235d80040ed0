import { fen } from '@ronghui/domain/money';
import { type LoneRow, suggestMatches } from '@ronghui/domain/recon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerOf, ReconFixture } from '../recon.fixture.ts';

let fixture: ReconFixture;
beforeAll(async () => {
  fixture = await ReconFixture.open();
});
afterAll(() => fixture.close());

/** Numbers that look random and are the same each time. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

interface Listed {
  readonly itemNo: number;
  readonly ledger: readonly {
    readonly reference: string | null;
    readonly occurredOn: string;
    readonly amount: number;
  }[];
  readonly lines: readonly { readonly reference: string; readonly occurredOn: string; readonly amount: number }[];
}
const loneOf = ({ itemNo, ledger, lines }: Listed): LoneRow => {
  const row = ledger[0] ?? lines[0];
  if (row === undefined) throw new Error('an item has a row');
  return { itemNo, reference: row.reference, amount: fen(row.amount), occurredOn: row.occurredOn };
};

describe('R13.2 suggestions', () => {
  it.each([1, 2, 3, 4, 5, 6])('R13.2 those of SQL are those of the definition, case %i', async (seed) => {
    const below = numbers(seed * 7919);
    const fees = Array.from({ length: 8 }, () => 1_000 * (1 + below(6)) + below(2));
    const bill = await fixture.bill({ fees });
    // References like those of lines with a sign, a head or nothing of theirs, far from every amount's day or near it.
    const file = ledgerOf(
      Array.from({ length: 8 }, (_, at) => {
        const like = bill.references[below(8)] ?? '';
        const reference =
          [`${like.slice(0, -1)}~`, `00${like}`, `X-${like}`, `own-${at}`, like.slice(2)][below(5)] ?? '';
        return [`${reference}`, 1_000 * (1 + below(9)) + below(2), `2026-1${below(2)}-0${1 + below(9)}`] as const;
      }),
    );
    const { runId, settings } = await fixture.run(file, bill.stageId);
    const [own, other] = await Promise.all(
      ['onlyInLedger', 'onlyInBill'].map((kind): Promise<Listed[]> => fixture.rows(runId, { kind })),
    );
    let found = 0;
    for (const [side, opposite] of [
      [own ?? [], other ?? []],
      [other ?? [], own ?? []],
    ] as const)
      for (const item of side) {
        const { suggestions } = (await fixture.call('recon.suggest', { runId, itemNo: item.itemNo })).body.data;
        const stated = suggestions.map((each: { item: Listed; also?: Listed; reason: string }) => ({
          itemNos: [each.item.itemNo, ...(each.also === undefined ? [] : [each.also.itemNo])],
          reason: each.reason,
        }));
        expect(stated).toEqual(suggestMatches(loneOf(item), opposite.map(loneOf), settings.dayTolerance));
        found += stated.length;
      }
    expect(found).toBeGreaterThan(0);
  });
});
