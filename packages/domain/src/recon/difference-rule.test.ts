import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRate, fen, rateOf } from '../money.ts';
import {
  differenceTermsText,
  explained,
  explains,
  isRuleValue,
  noRuleReason,
  proposedTerms,
} from './difference-rule.ts';
import type { ReconItem } from './recon-row.ts';

const amounts = (lineAmount: number, difference: number) => ({
  lineAmount: fen(lineAmount),
  difference: fen(difference),
});

const pair = (lineAmount: number, ledgerAmount: number, more: Partial<ReconItem> = {}): ReconItem => ({
  itemNo: 1,
  kind: 'amountMismatch',
  rule: 'reference',
  ledger: [{ rowNo: 1, reference: 'A', counterparty: '机构甲', amount: fen(ledgerAmount), occurredOn: '2026-10-01' }],
  lines: [{ lineId: 'l1', reference: 'A', amount: fen(lineAmount), occurredOn: '2026-10-01' }],
  difference: fen(lineAmount - ledgerAmount),
  ...more,
});
const rule = (ruleNo: number, kind: 'rate' | 'amount', value: number) => ({
  ruleNo,
  kind,
  value,
  counterparty: '机构甲',
});

describe('R13.2 what a rule says of a difference', () => {
  it.each([
    ['rate', 3800, [100_000, 380], true],
    ['rate', 3800, [100_000, 381], true],
    ['rate', 3800, [100_000, 379], true],
    ['rate', 3800, [100_000, 382], false],
    ['rate', 3800, [100_000, -380], false],
    ['rate', -3800, [100_000, -380], true],
    ['rate', 3800, [-100_000, -380], true],
    ['rate', 500_000, [1, 2], true],
    ['amount', 300, [100_000, 300], true],
    ['amount', 300, [100_000, 301], false],
    ['amount', -300, [0, -300], true],
  ] as const)('%s %i, of a line and a difference of %o: %s', (kind, value, [lineAmount, difference], expected) => {
    expect(explains({ kind, value }, amounts(lineAmount, difference))).toBe(expected);
  });

  it.each([
    [1_000_000, 3800, true],
    [1_000_000, 380, false],
    [100_000, 380, true],
    [null, 380, false],
    [undefined, 380, false],
  ])('R13.2 of fees is a share of the basis: of %s a difference of %i: %s', (basis, difference, expected) => {
    const of = { ...amounts(100_000, difference), basis: basis == null ? basis : fen(basis) };
    expect(explains({ kind: 'basisRate', value: 3800 }, of)).toBe(expected);
  });

  it('is never 0, and within its bounds', () => {
    expect(isRuleValue({ kind: 'rate', value: 0 })).toBe(false);
    expect(isRuleValue({ kind: 'rate', value: 1_000_001 })).toBe(false);
    expect(isRuleValue({ kind: 'rate', value: -1_000_000 })).toBe(true);
    expect(isRuleValue({ kind: 'amount', value: 1_000_000_001 })).toBe(false);
    expect(isRuleValue({ kind: 'amount', value: 0.5 })).toBe(false);
  });

  it('is a sentence with its numbers', () => {
    expect(differenceTermsText({ kind: 'rate', value: 3800 })).toBe('平台每笔多明细金额的\u00a00.38%');
    expect(differenceTermsText({ kind: 'basisRate', value: -3800 })).toBe('平台每笔少业务金额的\u00a00.38%');
    expect(differenceTermsText({ kind: 'amount', value: -300 })).toBe('平台每笔少\u00a0¥3.00');
  });
});

describe('R13.2 a pair that a rule explains', () => {
  it('of one reference and counterparty is within tolerance, and says which rule: the first of several', () => {
    const rules = [rule(9, 'amount', 380), rule(4, 'rate', 3800), { ...rule(2, 'rate', 3800), counterparty: '机构乙' }];
    expect(explained(rules, pair(100_000, 99_620), 0)).toEqual(
      pair(100_000, 99_620, { kind: 'matchedWithinTolerance', rule: 'differenceRule', explainedBy: 4 }),
    );
  });

  it.each([
    ['another difference', pair(100_000, 99_000)],
    [
      'no counterparty',
      pair(100_000, 99_620, {
        ledger: [{ rowNo: 1, reference: 'A', counterparty: null, amount: fen(99_620), occurredOn: '2026-10-01' }],
      }),
    ],
    ['a match by hand', pair(100_000, 99_620, { rule: 'hand' })],
    ['one within tolerance already', pair(100_000, 99_620, { kind: 'matchedWithinTolerance' })],
  ])('%s stays as it is', (_, item) => {
    expect(explained([rule(4, 'rate', 3800)], item, 0)).toBe(item);
  });
});

describe('R13.3 a step by hand becomes a rule', () => {
  it.each([
    [
      100_000,
      380,
      [
        { kind: 'rate', value: 3800 },
        { kind: 'amount', value: 380 },
      ],
    ],
    [
      100_013,
      380,
      [
        { kind: 'rate', value: 3800 },
        { kind: 'amount', value: 380 },
      ],
    ],
    [
      10_000,
      1000,
      [
        { kind: 'rate', value: 100_000 },
        { kind: 'amount', value: 1000 },
      ],
    ],
    [
      -100_000,
      -380,
      [
        { kind: 'rate', value: 3800 },
        { kind: 'amount', value: -380 },
      ],
    ],
    [0, 300, [{ kind: 'amount', value: 300 }]],
    [100, 300, [{ kind: 'amount', value: 300 }]],
    [100_000, 0, []],
  ])('of a line of %i with %i: the roundest share, and the amount', (lineAmount, difference, expected) => {
    expect(proposedTerms(amounts(lineAmount, difference))).toEqual(expected);
  });

  it('R13.3 of a fee the share is of its basis; of a fee without one there is the amount alone', () => {
    const of = (basis: number | null) => ({ ...amounts(1200, 380), basis: basis === null ? null : fen(basis) });
    expect(proposedTerms(of(100_000))).toEqual([
      { kind: 'basisRate', value: 3800 },
      { kind: 'amount', value: 380 },
    ]);
    expect(proposedTerms(of(null))).toEqual([{ kind: 'amount', value: 380 }]);
  });

  it('whatever is proposed explains the difference it comes from, and may be kept', () => {
    const amount = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
    fc.assert(
      fc.property(amount, amount, (lineAmount, difference) => {
        for (const terms of proposedTerms(amounts(lineAmount, difference))) {
          expect(explains(terms, amounts(lineAmount, difference))).toBe(true);
          expect(isRuleValue(terms)).toBe(true);
        }
      }),
    );
  });

  it('a share that was applied is found again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1_000_000, max: 90_000_000 }), (rate, size) => {
        const lineAmount = fen(size);
        const difference = applyRate(lineAmount, rateOf(rate * 100, 'millionths'));
        expect(proposedTerms({ lineAmount, difference })[0]?.kind).toBe('rate');
      }),
    );
  });

  it.each([
    ['notByHand', {}, false],
    [null, { rule: 'hand' }, false],
    [null, {}, true],
    ['noDifference', { rule: 'hand', difference: fen(0) }, false],
    ['noPair', { rule: 'hand', lines: [] }, false],
    [
      'noCounterparty',
      { ledger: [{ rowNo: 1, reference: 'A', counterparty: null, amount: fen(1), occurredOn: '2026-10-01' }] },
      true,
    ],
  ] as const)('%s for %o, accepted: %s', (reason, more, isAccepted) => {
    expect(noRuleReason({ ...pair(100_000, 99_620, more as Partial<ReconItem>), isAccepted })).toBe(reason);
  });
});
