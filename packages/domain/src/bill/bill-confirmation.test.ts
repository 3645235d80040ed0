import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approveBill,
  type BillState,
  billApprovalNames,
  billApprovals,
  billDirectionNames,
  billDirections,
  billOutcomeNames,
  billOutcomes,
  billStatuses,
  billStatusNames,
  clockStep,
  confirmBatch,
  confirmBill,
  presentBill,
  rejectApproval,
} from '../bill.ts';
import { endOfDay } from '../calendar.ts';
import { type Fen, fen } from '../money.ts';
import { at, calendar, confirmBy, confirmed, disputed, now, pending, settled, waiting } from './bill.fixture.ts';

const second = at({ secondApprover: true });
const seen = fen(100_000);
const justBefore = new Date(confirmBy.getTime() - 1);

describe('R4.9 a bill at a moment', () => {
  it('R4.9 has a Chinese name for every status and outcome', () => {
    expect(billStatuses.map((status) => billStatusNames[status])).toEqual(['待确认', '差异处理中', '已确认', '已结清']);
    expect(billApprovals.map((approval) => billApprovalNames[approval])).toEqual(['', '待复核']);
    expect(billDirections.map((direction) => billDirectionNames[direction])).toEqual(['应付', '应收']);
    expect(new Set(billOutcomes.map((outcome) => billOutcomeNames[outcome])).size).toBe(billOutcomes.length);
  });

  it('R4.9 past confirm-by a pending bill is confirmed by the clock, at that moment, whether the job has run or not', () => {
    expect(presentBill(pending, at({ now: justBefore }))).toEqual(pending);
    for (const moment of [confirmBy, new Date('2027-03-01T00:00:00Z')]) {
      expect(clockStep(pending, moment)).toBe('autoConfirm');
      expect(presentBill(pending, at({ now: moment }))).toEqual({
        ...pending,
        status: 'confirmed',
        confirmedAt: confirmBy,
        autoConfirmed: true,
      });
    }
  });

  it('R4.9 with a second approver the approval of an automatic confirmation counts as given, and the bill says so', () => {
    expect(presentBill(pending, { now: confirmBy, secondApprover: true })).toMatchObject({
      status: 'confirmed',
      approval: 'none',
      autoConfirmed: true,
      autoApproved: true,
      approvedAt: confirmBy,
    });
  });

  it('R4.9 past confirm-by an approval that waits counts as given, also after the setting was switched off', () => {
    for (const secondApprover of [true, false]) {
      expect(presentBill(waiting, { now: justBefore, secondApprover })).toEqual(waiting);
      expect(presentBill(waiting, { now: confirmBy, secondApprover })).toEqual({
        ...waiting,
        approval: 'none',
        approvedAt: confirmBy,
        autoApproved: true,
      });
    }
  });

  it('R4.9 the clock changes no disputed, confirmed or settled bill, and nothing twice', () => {
    for (const bill of [disputed, confirmed, settled]) expect(presentBill(bill, at({ now: confirmBy }))).toEqual(bill);
    const once = presentBill(pending, at({ now: confirmBy }));
    expect(presentBill(once, second)).toEqual(once);
    expect(clockStep(once, new Date('2027-03-01T00:00:00Z'))).toBeNull();
  });
});

describe('R10.3 confirming', () => {
  it('R10.3 confirms for the amount that was seen, by the person, now', () => {
    expect(confirmBill(pending, { seen, userId: 'lin', at: at() })).toEqual({
      ok: true,
      outcome: 'confirmed',
      bill: confirmed,
    });
  });

  it('R10.3 waits for a second person where the tenant asks for one', () => {
    expect(confirmBill(pending, { seen, userId: 'lin', at: second })).toEqual({
      ok: true,
      outcome: 'waitingApproval',
      bill: waiting,
    });
  });

  it.each<[string, BillState | null, Fen, object]>([
    ['an unknown bill', null, seen, { reason: 'notFound' }],
    ['another amount', pending, fen(99_999), { reason: 'changed', amount: 100_000 }],
    ['a disputed bill', disputed, seen, { reason: 'notConfirmable' }],
    ['a confirmed bill', confirmed, seen, { reason: 'notConfirmable' }],
    ['a bill that waits', waiting, seen, { reason: 'notConfirmable' }],
    ['a settled bill', settled, seen, { reason: 'notConfirmable' }],
  ])('R10.3 refuses %s', (_what, bill, amount, refusal) => {
    expect(confirmBill(bill, { seen: amount, userId: 'lin', at: at() })).toEqual({ ok: false, ...refusal });
  });

  it('R10.3 refuses a bill that the clock has confirmed, stored or not', () => {
    expect(confirmBill(pending, { seen, userId: 'lin', at: at({ now: confirmBy }) })).toEqual({
      ok: false,
      reason: 'notConfirmable',
    });
  });
});

describe('R10.3 the second approver', () => {
  const chen = { seen, userId: 'chen', at: second };

  it('R10.3 approves what another person confirmed, also after the setting was switched off', () => {
    for (const moment of [second, at()]) {
      expect(approveBill(waiting, { ...chen, at: moment })).toEqual({
        ok: true,
        outcome: 'confirmed',
        bill: { ...waiting, approval: 'none', approvedAt: now, approvedBy: 'chen' },
      });
    }
  });

  it('R10.3 sends it back: pending again, with the later of the old confirm-by and three working days', () => {
    expect(rejectApproval(waiting, chen, calendar)).toEqual({ ok: true, outcome: 'sentBack', bill: pending });
    const late = { ...chen, at: at({ now: new Date('2026-11-24T04:00:00Z') }) };
    expect(rejectApproval(waiting, late, calendar)).toMatchObject({ bill: { confirmBy: endOfDay('2026-11-27') } });
  });

  it.each([
    ['approve', approveBill],
    ['send back', (bill: BillState | null, by: typeof chen) => rejectApproval(bill, by, calendar)],
  ] as const)('R10.3 who confirmed cannot %s, and nobody can what does not wait', (_verb, decide) => {
    expect(decide(waiting, { ...chen, userId: 'lin' })).toEqual({ ok: false, reason: 'samePerson' });
    expect(decide(waiting, { ...chen, seen: fen(1) })).toEqual({ ok: false, reason: 'changed', amount: 100_000 });
    expect(decide(null, chen)).toEqual({ ok: false, reason: 'notFound' });
    for (const bill of [pending, disputed, confirmed, settled]) {
      expect(decide(bill, chen)).toEqual({ ok: false, reason: 'notConfirmable' });
    }
    expect(decide(waiting, { ...chen, at: at({ now: confirmBy }) })).toEqual({ ok: false, reason: 'notConfirmable' });
  });
});

describe('R4.12 a batch', () => {
  const bills = new Map([
    ['ZD1', pending],
    ['ZD2', { ...pending, amount: fen(200) }],
    ['ZD3', settled],
  ]);
  const decide = (bill: BillState | null, amount: Fen) => confirmBill(bill, { seen: amount, userId: 'lin', at: at() });

  it('R4.12 answers each entry in the order sent, and a bill named twice is one effect', () => {
    const entries = [
      { billNo: 'ZD2', amount: fen(100) },
      { billNo: 'ZD1', amount: seen },
      { billNo: 'ZD3', amount: seen },
      { billNo: 'ZD1', amount: seen },
      { billNo: 'ZD1', amount: fen(1) },
      { billNo: 'ZD9', amount: seen },
      { billNo: 'ZD2', amount: fen(200) },
    ];
    const { results, changed } = confirmBatch(bills, entries, decide);
    expect(results).toEqual([
      { billNo: 'ZD2', outcome: 'changed', amount: 200 },
      { billNo: 'ZD1', outcome: 'confirmed' },
      { billNo: 'ZD3', outcome: 'notConfirmable' },
      { billNo: 'ZD1', outcome: 'confirmed' },
      { billNo: 'ZD1', outcome: 'changed', amount: 100_000 },
      { billNo: 'ZD9', outcome: 'notFound' },
      { billNo: 'ZD2', outcome: 'confirmed' },
    ]);
    expect([...changed.keys()]).toEqual(['ZD1', 'ZD2']);
  });

  it('R4.12 any batches one after the other confirm each bill once, for the amount that was seen', () => {
    const entry = fc.record({
      billNo: fc.constantFrom('ZD1', 'ZD2', 'ZD3', 'ZD9'),
      amount: fc.constantFrom(seen, fen(200), fen(1)),
    });
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 8 }), { maxLength: 4 }), (batches) => {
        const stored = new Map<string, BillState>(bills);
        const effects: string[] = [];
        for (const entries of batches) {
          const { results, changed } = confirmBatch(stored, entries, decide);
          expect(results.map(({ billNo }) => billNo)).toEqual(entries.map(({ billNo }) => billNo));
          for (const [billNo, bill] of changed) {
            effects.push(billNo);
            stored.set(billNo, bill);
            expect(entries).toContainEqual({ billNo, amount: bill.amount });
          }
        }
        expect(new Set(effects).size).toBe(effects.length);
      }),
    );
  });
});
