import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, rateOf } from '../money.ts';
import { type HandOutcome, heldRecon, markByHand, matchByHand, undoByHand, unmatchByHand } from './hand-steps.ts';
import { matchLedger, type ReconInput } from './match-ledger.ts';
import { reconInputs } from './recon.fixture.ts';
import { type ReconItem, reconKindNames, reconKinds, reconSettingsFaults } from './recon-row.ts';
import { reconTotals } from './recon-total.ts';

type Given = readonly [reference: string | null, amount: number, day: number, counterparty?: string];

const dayOf = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;
const inputOf = (ledger: readonly Given[], lines: readonly Given[], more: Partial<ReconInput> = {}): ReconInput => ({
  ledger: ledger.map(([reference, amount, day, counterparty = null], at) => ({
    rowNo: at + 1,
    reference,
    counterparty,
    amount: fen(amount),
    occurredOn: dayOf(day),
  })),
  lines: lines.map(([reference, amount, day], at) => ({
    lineId: `l${at + 1}`,
    reference: reference ?? '',
    amount: fen(amount),
    occurredOn: dayOf(day),
  })),
  neighbours: { lines: [], ledger: [] },
  settings: { amountTolerance: fen(2), amountRate: rateOf(0, 'percent'), dayTolerance: 3 },
  rules: [],
  ...more,
});

/** `matched reference 1+2=l1`. */
const wordsOf = (items: readonly ReconItem[]): readonly string[] =>
  items.map(
    ({ kind, rule, ledger, lines }) =>
      `${kind} ${rule} ${ledger.map(({ rowNo }) => rowNo).join('+')}=${lines.map(({ lineId }) => lineId).join('+')}`,
  );

it('R13.2 every kind has a name of its own', () => {
  expect(Object.keys(reconKindNames)).toEqual([...reconKinds]);
  expect(new Set(Object.values(reconKindNames)).size).toBe(reconKinds.length);
});

describe('R13.2 what agrees, and by which rule', () => {
  it.each<[string, readonly Given[], readonly Given[], readonly string[]]>([
    ['reference and amount within the days', [['A', 100, 1]], [['A', 100, 4]], ['matched reference 1=l1']],
    ['reference and amount beyond the days', [['A', 100, 1]], [['A', 100, 27]], ['dateMismatch reference 1=l1']],
    ['an amount within tolerance beyond the days', [['A', 102, 1]], [['A', 100, 5]], ['dateMismatch reference 1=l1']],
    ['neither amount nor day', [['A', 150, 1]], [['A', 100, 27]], ['amountMismatch reference 1=l1']],
    [
      'the same day first',
      [['A', 9, 5]],
      [
        ['A', 9, 1],
        ['A', 9, 5],
      ],
      ['matched reference 1=l2', 'onlyInBill none =l1'],
    ],
    ['an amount within tolerance', [['A', 102, 1]], [['A', 100, 1]], ['matchedWithinTolerance reference 1=l1']],
    [
      'the nearest amount within tolerance',
      [
        ['A', 50, 1],
        ['A', 100, 1],
      ],
      [['A', 101, 1]],
      ['onlyInLedger none 1=', 'matchedWithinTolerance reference 2=l1'],
    ],
    [
      'a reference that is written otherwise',
      [['ht 2026-01', 100, 1]],
      [['ＨＴ２０２６０１', 100, 1]],
      ['matched reference 1=l1'],
    ],
    ['the reference alone', [['A', 150, 1]], [['A', 100, 1]], ['amountMismatch reference 1=l1']],
    [
      'a split of one reference',
      [['A', 100, 1]],
      [
        ['A', 60, 1],
        ['A', 40, 2],
      ],
      ['matched referenceGroup 1=l1+l2'],
    ],
    [
      'a split beyond its days',
      [['A', 100, 1]],
      [
        ['A', 60, 1],
        ['A', 40, 9],
      ],
      ['amountMismatch reference 1=l1', 'onlyInBill none =l2'],
    ],
    [
      'several payments of one reference',
      [
        ['A', 60, 1],
        ['A', 40, 2],
      ],
      [['A', 100, 2]],
      ['matched referenceGroup 1+2=l1'],
    ],
    [
      'amount and day: the nearest day, then the smallest reference',
      [
        ['X', 100, 5],
        ['W', 100, 5],
      ],
      [
        ['B', 100, 4],
        ['C', 100, 5],
        ['D', 100, 8],
      ],
      ['matched amountAndDay 1=l1', 'matched amountAndDay 2=l2', 'onlyInBill none =l3'],
    ],
    ['no reference at all', [[null, 101, 5]], [['B', 100, 6]], ['matchedWithinTolerance amountAndDay 1=l1']],
    ['beyond the days', [[null, 100, 1]], [['B', 100, 9]], ['onlyInLedger none 1=', 'onlyInBill none =l1']],
    [
      'payments of one counterparty and day',
      [
        ['X', 60, 1, '甲'],
        ['Y', 40, 1, '甲'],
        ['Z', 7, 1, '乙'],
      ],
      [['B', 100, 2]],
      ['matched group 1+2=l1', 'onlyInLedger none 3='],
    ],
    [
      'lines of one reference in one payment',
      [[null, 100, 2]],
      [
        ['B', 60, 1],
        ['B', 40, 2],
      ],
      ['matched group 1=l1+l2'],
    ],
    [
      'a row that is there twice',
      [
        ['A', 100, 1],
        ['A', 100, 1],
        ['A', 100, 2],
      ],
      [['A', 100, 1]],
      ['matched reference 1=l1', 'duplicate none 2=', 'onlyInLedger none 3='],
    ],
  ])('R13.2 %s', (_, ledger, lines, expected) => {
    expect(wordsOf(matchLedger(inputOf(ledger, lines)))).toEqual(expected);
  });

  it('R13.2 an exact pair in a neighbouring stage explains a row, once', () => {
    const pair = { reference: 'A', amount: fen(100) };
    const input = inputOf(
      [
        ['A', 100, 30],
        ['A', 100, 31],
      ],
      [['B', 50, 1]],
      { neighbours: { lines: [pair], ledger: [{ reference: 'B', amount: fen(50) }] } },
    );
    expect(wordsOf(matchLedger(input))).toEqual(['crossStage none 1=', 'onlyInLedger none 2=', 'crossStage none =l1']);
  });

  it('R13.2 an exact pair in a neighbouring stage wins over one whose days do not agree, once each', () => {
    const [ledger, lines]: [readonly Given[], readonly Given[]] = [
      [
        ['A', 100, 1],
        ['B', 50, 1],
        ['C', 70, 1],
      ],
      [
        ['A', 100, 27],
        ['B', 50, 27],
        ['C', 70, 27],
      ],
    ];
    const neighbours = {
      lines: [{ reference: 'A', amount: fen(100) }],
      ledger: [{ reference: 'B', amount: fen(50) }],
    };
    expect(wordsOf(matchLedger(inputOf(ledger, lines, { neighbours })))).toEqual([
      'crossStage none 1=',
      'onlyInLedger none 2=',
      'dateMismatch reference 3=l3',
      'onlyInBill none =l1',
      'crossStage none =l2',
    ]);
  });

  it('R13.2 a rule explains an amount, not days', () => {
    const rules = [{ ruleNo: 1, counterparty: '机构甲', kind: 'amount' as const, value: -50 }];
    const of = (day: number) => inputOf([['A', 150, 1, '机构甲']], [['A', 100, day]], { rules });
    expect(wordsOf(matchLedger(of(4)))).toEqual(['matchedWithinTolerance differenceRule 1=l1']);
    expect(wordsOf(matchLedger(of(5)))).toEqual(['amountMismatch reference 1=l1']);
  });

  it('R13.2 a group has at most 20 rows', () => {
    const payments = (count: number) => Array.from({ length: count }, (): Given => ['A', 10, 1]);
    const ledger = payments(21).map((row, at): Given => [row[0], row[1] + at, row[2]]);
    const sum = (rows: readonly Given[]) => rows.reduce((total, [, amount]) => total + amount, 0);
    const kinds = (rows: readonly Given[]) =>
      matchLedger(inputOf(rows, [['A', sum(rows) + 0, 1]])).map(({ rule }) => rule);
    expect(kinds(ledger.slice(0, 20))).toEqual(['referenceGroup']);
    expect(kinds(ledger)).toContain('reference');
  });

  it('R13.2 settings have bounds', () => {
    const settings = { amountTolerance: fen(0), amountRate: rateOf(0, 'percent'), dayTolerance: 3 };
    expect(reconSettingsFaults(settings)).toEqual([]);
    expect(reconSettingsFaults({ ...settings, dayTolerance: 32, amountTolerance: fen(-1) })).toEqual([
      'amountTolerance',
      'dayTolerance',
    ]);
  });
});

const sumsOf = (items: readonly ReconItem[]) => {
  const totals = Object.values(reconTotals(items));
  const sum = (pick: (total: (typeof totals)[number]) => number) => totals.reduce((all, total) => all + pick(total), 0);
  return {
    ledger: [sum((total) => total.ledgerCount), sum((total) => total.ledgerAmount)],
    lines: [sum((total) => total.lineCount), sum((total) => total.lineAmount)],
    differences: items.reduce((all, { difference }) => all + difference, 0),
  };
};

const tiesOut = ({ ledger, lines }: ReconInput, items: readonly ReconItem[]) => {
  const rows = items.flatMap((item) => item.ledger.map(({ rowNo }) => rowNo));
  const ids = items.flatMap((item) => item.lines.map(({ lineId }) => lineId));
  const [own, theirs] = [ledger, lines].map((all) => all.reduce((sum, { amount }) => sum + amount, 0));
  expect(rows.toSorted((one, other) => one - other)).toEqual(
    ledger.map(({ rowNo }) => rowNo).toSorted((one, other) => one - other),
  );
  expect(ids.toSorted()).toEqual(lines.map(({ lineId }) => lineId).toSorted());
  const sums = sumsOf(items);
  expect(sums).toEqual({
    ledger: [ledger.length, own],
    lines: [lines.length, theirs],
    differences: (theirs ?? 0) - (own ?? 0),
  });
};

describe('R13.2 whatever the rows', () => {
  it('R13.2 every row is in one item, both sides tie out, and the order in which rows are given changes nothing', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(reconInputs, fc.nat(), (input, seed) => {
        const items = matchLedger(input);
        tiesOut(input, items);
        for (const { kind, rule } of items) seen.add(kind).add(rule);
        const shuffled = <Row>(rows: readonly Row[]) =>
          rows
            .toSorted(
              (one, other) => ((JSON.stringify(one).length * seed) % 7) - ((JSON.stringify(other).length * seed) % 7),
            )
            .toReversed();
        expect(matchLedger({ ...input, ledger: shuffled(input.ledger), lines: shuffled(input.lines) })).toEqual(items);
      }),
      { numRuns: 1000, seed: 12 },
    );
    expect([...seen].toSorted()).toEqual(
      [...reconKinds, 'reference', 'referenceGroup', 'differenceRule', 'amountAndDay', 'group', 'none'].toSorted(),
    );
  });

  it('R13.3 both sides tie out after any steps by hand, and undoing them all gives the result back', () => {
    const step = fc.record({
      verb: fc.constantFrom('match', 'unmatch', 'note', 'accept', 'undo'),
      at: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(reconInputs, fc.array(step, { maxLength: 12 }), (input, steps) => {
        const first = heldRecon(matchLedger(input));
        let recon = first;
        let undone: HandOutcome = { ok: true, recon };
        for (const { verb, at } of steps) {
          const nos = at.flatMap((place) => recon.items[place]?.itemNo ?? []);
          const outcomes = {
            match: () => matchByHand(recon, input.settings, nos),
            unmatch: () => unmatchByHand(recon, nos),
            note: () => markByHand(recon, nos, { note: '已核对' }),
            accept: () => markByHand(recon, nos, { isAccepted: true }),
            undo: () => undoByHand(recon),
          };
          const outcome = outcomes[verb]();
          if (outcome.ok) recon = outcome.recon;
          tiesOut(input, recon.items);
        }
        undone = { ok: true, recon };
        while (undone.ok) {
          recon = undone.recon;
          undone = undoByHand(recon);
        }
        expect(undone).toEqual({ ok: false, reason: 'nothingToUndo' });
        expect(recon.items).toEqual(first.items);
      }),
      { numRuns: 300, seed: 12 },
    );
  });

  it('R13.3 a step that cannot be done says why', () => {
    const recon = heldRecon(
      matchLedger(
        inputOf(
          [
            ['A', 100, 1],
            ['B', 7, 1],
          ],
          [['A', 100, 1]],
        ),
      ),
    );
    const settings = { amountTolerance: fen(0), amountRate: rateOf(0, 'percent'), dayTolerance: 0 };
    expect(unmatchByHand(recon, [2])).toEqual({ ok: false, reason: 'notMatched' });
    expect(unmatchByHand(recon, [9])).toEqual({ ok: false, reason: 'changed' });
    expect(matchByHand(recon, settings, [2])).toEqual({ ok: false, reason: 'oneSided' });
    const apart = unmatchByHand(recon, [1]);
    expect(apart.ok && wordsOf(apart.recon.items)).toEqual([
      'onlyInLedger none 2=',
      'onlyInLedger hand 1=',
      'onlyInBill hand =l1',
    ]);
    expect(apart.ok && matchByHand(apart.recon, settings, [1])).toEqual({ ok: false, reason: 'changed' });
    const together = apart.ok ? matchByHand(apart.recon, settings, [2, 3, 4]) : apart;
    expect(together.ok && wordsOf(together.recon.items)).toEqual(['amountMismatch hand 1+2=l1']);
  });
});
