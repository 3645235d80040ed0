import fc from 'fast-check';
import { fen, rateOf } from '../money.ts';
import type { ReconInput } from './match-ledger.ts';

const reference = fc.oneof(
  fc.constantFrom('A1', 'A2'),
  fc.constantFrom('A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'b', '～', '𠀀'),
  // The same ones, written otherwise.
  fc.constantFrom('a1', 'Ａ１', 'A-2', ' A 2', 'A—3', 'a4', '𠀀−'),
);
const day = fc.constantFrom('2026-10-01', '2026-10-02', '2026-10-03', '2026-10-05', '2026-10-09');
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(100, 200, 300, 101, 99, 201, 500, 0, -100) },
  { weight: 1, arbitrary: fc.integer({ min: -400, max: 1200 }) },
);
const fact = fc.record({ reference, amount: amount.map(fen), occurredOn: day });
const basis = fc.constantFrom(1000, 1010, 2000, -500, null).map((value) => (value === null ? null : fen(value)));

/** Small inputs full of collisions: few references, days and amounts, also sums of each other, and rows that are there twice. */
export const reconInputs: fc.Arbitrary<ReconInput> = fc
  .record({
    lines: fc.array(fact, { maxLength: 14 }),
    bases: fc.array(basis, { minLength: 1, maxLength: 5 }),
    own: fc.array(
      fc.record({
        fact,
        hasReference: fc.boolean(),
        counterparty: fc.constantFrom(null, '机构甲', '机构乙'),
        like: fc.option(fc.nat(13)),
        shift: fc.constantFrom(0, 0, 0, 1, -1, 3),
        // A row in two parts.
        part: fc.constantFrom(null, null, null, 40),
      }),
      { maxLength: 14 },
    ),
    neighbourLines: fc.array(fact, { maxLength: 3 }),
    neighbourLedger: fc.array(fact, { maxLength: 3 }),
    settings: fc.record({
      amountTolerance: fc.constantFrom(0, 0, 1, 2, 100).map(fen),
      amountRate: fc.constantFrom(0, 0, 10_000, 100_000).map((rate) => rateOf(rate, 'millionths')),
      dayTolerance: fc.constantFrom(0, 1, 2, 4),
    }),
    rules: fc.array(
      fc.record({
        counterparty: fc.constantFrom('机构甲', '机构乙'),
        terms: fc.constantFrom(
          { kind: 'rate' as const, value: 10_000 },
          { kind: 'rate' as const, value: -15_000 },
          { kind: 'rate' as const, value: 300_000 },
          { kind: 'basisRate' as const, value: -1_000 },
          { kind: 'basisRate' as const, value: -3_000 },
          { kind: 'basisRate' as const, value: 100_000 },
          { kind: 'amount' as const, value: -1 },
          { kind: 'amount' as const, value: 100 },
          { kind: 'amount' as const, value: -3 },
        ),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ lines, bases, own, neighbourLines, neighbourLedger, settings, rules }) => ({
    settings,
    rules: rules.map(({ counterparty, terms }, at) => ({ ...terms, counterparty, ruleNo: ((at * 3) % 7) + 1 })),
    neighbours: { lines: neighbourLines, ledger: neighbourLedger },
    lines: lines
      .flatMap((line, at) =>
        at % 5 === 4
          ? [
              { ...line, amount: fen(line.amount - 60) },
              { ...line, amount: fen(60) },
            ]
          : [line],
      )
      .map((line, at) => ({ ...line, lineId: `${'zyxb'[at % 4]}${at}`, basis: bases[at % bases.length] ?? null })),
    ledger: own
      .flatMap(({ fact: given, hasReference, counterparty, like, shift, part }) => {
        const line = like === null ? undefined : lines[like];
        const row = {
          ...(line === undefined ? given : { ...line, amount: fen(line.amount + shift) }),
          reference: hasReference ? (line ?? given).reference : null,
          counterparty,
        };
        if (part === null) return [row];
        return [
          { ...row, amount: fen(row.amount - part) },
          { ...row, amount: fen(part) },
        ];
      })
      .map(({ reference: named, counterparty, amount: each, occurredOn }, at) => ({
        reference: named,
        counterparty,
        amount: each,
        occurredOn,
        rowNo: ((at * 7) % 29) + 1,
      })),
  }));
