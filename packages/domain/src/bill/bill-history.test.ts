import { describe, expect, it } from 'vitest';
import { type BillHistoryRow, historyFault } from '../bill.ts';
import { endOfDay } from '../calendar.ts';
import { fen } from '../money.ts';

const confirmBy = endOfDay('2026-11-25');
const later = endOfDay('2026-11-30');
const hour = (count: number) => new Date(Date.UTC(2026, 10, 20) + count * 3_600_000);
const row = (kind: BillHistoryRow['kind'], at: Date, changes: Partial<BillHistoryRow> = {}): BillHistoryRow => ({
  kind,
  at,
  by: 'lin',
  amount: fen(1000),
  confirmBy,
  ...changes,
});

const issued = row('issued', hour(0), { by: 'ops' });
const confirmed = row('confirmed', hour(1));
const waits = row('confirmed', hour(1), { waits: true });
const approved = row('approved', hour(2), { by: 'chen' });
const autoConfirmed = row('autoConfirmed', confirmBy, { by: null });
const autoApproved = row('autoApproved', confirmBy, { by: null });
const sentBack = row('sentBack', hour(2), { by: 'chen', confirmBy: later });
const disputed = row('disputed', hour(1), { feedbackNo: 'F1' });
const adjusted = row('adjusted', hour(2), { by: 'ops', feedbackNo: 'F1', amount: fen(900), confirmBy: later });
const kept = row('kept', hour(2), { by: 'ops', feedbackNo: 'F1', confirmBy: later });
const withdrawn = row('withdrawn', hour(2), { feedbackNo: 'F1' });
const after = (each: BillHistoryRow, from: BillHistoryRow, changes: Partial<BillHistoryRow> = {}): BillHistoryRow => ({
  ...each,
  at: new Date(from.at.getTime() + 1000),
  amount: from.amount,
  confirmBy: from.confirmBy,
  ...changes,
});
const reopened = after(row('reopened', hour(0), { feedbackNo: 'F1' }), adjusted);
const part = after(row('paid', hour(0), { by: 'ops', payment: fen(400) }), approved);
const rest = after(row('settled', hour(0), { by: 'ops', payment: fen(600) }), part);
/** Takes back the payment of a row, by its number. */
const back = (number: number, payment: number, from: BillHistoryRow): BillHistoryRow =>
  after(row('paymentReversed', hour(0), { by: 'ops', payment: fen(payment), reverses: number }), from);
const backRest = back(5, 600, rest);
const writtenOff = after(row('writtenOff', hour(0), { by: 'ops', writtenOff: fen(600) }), part);
const undone = after(row('writeOffUndone', hour(0), { by: 'ops', writtenOff: fen(600) }), writtenOff);

describe('R4.12 legal histories', () => {
  it.each<[string, readonly BillHistoryRow[]]>([
    ['issued', [issued]],
    ['written off', [issued, waits, approved, part, writtenOff]],
    ['written off, undone and paid', [issued, waits, approved, part, writtenOff, undone, after(rest, undone)]],
    [
      'written off, undone, and its payment taken back',
      [issued, waits, approved, part, writtenOff, undone, back(4, 400, undone)],
    ],
    ['confirmed', [issued, confirmed]],
    ['confirmed and approved', [issued, waits, approved]],
    ['confirmed by the clock', [issued, autoConfirmed]],
    ['approved by the clock', [issued, waits, autoApproved]],
    ['sent back and confirmed again', [issued, waits, sentBack, after(waits, sentBack)]],
    ['disputed and withdrawn', [issued, disputed, withdrawn]],
    ['adjusted and confirmed', [issued, disputed, adjusted, after(confirmed, adjusted)]],
    ['kept and confirmed by the clock', [issued, disputed, kept, { ...autoConfirmed, at: later, confirmBy: later }]],
    ['reopened', [issued, disputed, adjusted, reopened, after(kept, reopened)]],
    [
      'reopened after the confirmation',
      [issued, disputed, adjusted, after(confirmed, adjusted), after(reopened, adjusted, { at: hour(3) })],
    ],
    ['two feedbacks', [issued, disputed, kept, after(disputed, kept, { feedbackNo: 'F2' })]],
    ['paid in parts', [issued, waits, approved, part, rest]],
    ['settled, and that payment taken back', [issued, waits, approved, part, rest, backRest]],
    ['settled again after that', [issued, waits, approved, part, rest, backRest, after(rest, backRest)]],
    ['a former part taken back after the settlement', [issued, waits, approved, part, rest, back(4, 400, rest)]],
    ['every payment taken back', [issued, waits, approved, part, rest, backRest, back(4, 400, backRest)]],
    [
      'a bill of 0',
      [
        { ...issued, amount: fen(0) },
        { ...confirmed, amount: fen(0) },
      ],
    ],
    [
      'a bill of 0 that a payment of 0 settled',
      [
        { ...issued, amount: fen(0) },
        { ...confirmed, amount: fen(0) },
        after(row('settled', hour(0), { payment: fen(0) }), { ...confirmed, amount: fen(0) }),
      ],
    ],
  ])('R4.12 %s', (_what, rows) => {
    expect(historyFault(rows)).toBeNull();
  });

  it.each<[string, readonly BillHistoryRow[], number]>([
    ['nothing', [], 0],
    ['not issued first', [confirmed], 0],
    ['issued twice', [issued, issued], 1],
    ['issued below 0', [{ ...issued, amount: fen(-1) }], 0],
    ['confirmed twice', [issued, confirmed, after(confirmed, confirmed)], 2],
    ['confirmed by a person and by the clock', [issued, confirmed, autoConfirmed], 2],
    ['confirmed by the clock twice', [issued, autoConfirmed, autoConfirmed], 2],
    ['confirmed by the clock too early', [issued, { ...autoConfirmed, at: hour(3) }], 1],
    ['confirmed by the clock too late', [issued, { ...autoConfirmed, at: later }], 1],
    ['confirmed past its time', [issued, row('confirmed', confirmBy)], 1],
    ['confirmed while disputed', [issued, disputed, after(confirmed, disputed)], 2],
    ['confirmed for another amount', [issued, { ...confirmed, amount: fen(999) }], 1],
    ['approved by the same person', [issued, waits, { ...approved, by: 'lin' }], 2],
    ['approved though nothing waits', [issued, confirmed, approved], 2],
    ['approved twice', [issued, waits, approved, after(approved, approved)], 3],
    ['approved by the clock, too late', [issued, waits, { ...autoApproved, at: later }], 2],
    ['approved past its time', [issued, waits, row('approved', confirmBy, { by: 'chen' })], 2],
    ['sent back by the same person', [issued, waits, { ...sentBack, by: 'lin' }], 2],
    ['sent back after the approval', [issued, waits, approved, after(sentBack, approved)], 3],
    ['disputed after the confirmation', [issued, confirmed, after(disputed, confirmed)], 2],
    ['disputed twice', [issued, disputed, after(disputed, disputed, { feedbackNo: 'F2' })], 2],
    ['disputed without a feedback', [issued, row('disputed', hour(1))], 1],
    ['the same feedback opened again', [issued, disputed, withdrawn, after(disputed, withdrawn)], 3],
    ['adjusted while pending', [issued, adjusted], 1],
    ['adjusted by another feedback', [issued, disputed, { ...adjusted, feedbackNo: 'F2' }], 2],
    ['adjusted to the same amount', [issued, disputed, { ...adjusted, amount: fen(1000) }], 2],
    ['adjusted below 0', [issued, disputed, { ...adjusted, amount: fen(-1) }], 2],
    ['answered without time to confirm', [issued, disputed, { ...kept, at: later }], 2],
    ['answered with less time', [issued, disputed, { ...kept, confirmBy: hour(50) }], 2],
    ['reopened without an answer', [issued, disputed, withdrawn, after(reopened, withdrawn)], 3],
    [
      'reopened twice',
      [issued, disputed, adjusted, reopened, after(kept, reopened), after(reopened, reopened, { at: hour(3) })],
      5,
    ],
    [
      'reopened after the settlement',
      [
        issued,
        disputed,
        adjusted,
        after(confirmed, adjusted),
        after(row('settled', hour(0), { payment: fen(900) }), adjusted, { at: hour(3) }),
        after(reopened, adjusted, { at: hour(4) }),
      ],
      5,
    ],
    ['more time without an answer', [issued, { ...confirmed, confirmBy: later }], 1],
    ['earlier than the row before', [issued, { ...confirmed, at: hour(-1) }], 1],
    ['paid before the approval', [issued, waits, { ...part, at: hour(2) }], 2],
    ['paid while pending', [issued, { ...part, at: hour(2) }], 1],
    ['paid in a part of everything', [issued, confirmed, after(part, confirmed, { payment: fen(1000) })], 2],
    ['settled with less', [issued, confirmed, after(rest, confirmed)], 2],
    ['paid too much', [issued, waits, approved, part, { ...rest, payment: fen(601) }], 4],
    [
      'disputed though its confirmation left nothing to pay',
      [
        { ...issued, amount: fen(0) },
        { ...confirmed, amount: fen(0) },
        after({ ...disputed, amount: fen(0) }, confirmed),
      ],
      2,
    ],
    ['a payment taken back twice', [issued, waits, approved, part, rest, backRest, back(5, 600, backRest)], 6],
    ['a part of a payment taken back', [issued, waits, approved, part, back(4, 399, part)], 4],
    ['a step taken back that is no payment', [issued, waits, approved, part, back(3, 400, part)], 4],
    ['no payment named', [issued, waits, approved, part, { ...back(4, 400, part), reverses: 9 }], 4],
    ['taken back by nobody', [issued, waits, approved, part, { ...back(4, 400, part), by: null }], 4],
    ['settled by a payment that was taken back', [issued, waits, approved, part, back(4, 400, part), rest], 5],
    ['anything after the settlement', [issued, waits, approved, part, rest, after(part, rest)], 5],
  ])('R4.12 not legal: %s', (_what, rows, at) => {
    expect(historyFault(rows)?.row).toBe(at);
  });
});

describe('receipts 1.6 a history with a write-off', () => {
  it.each<[string, number, readonly BillHistoryRow[]]>([
    ['of a part of the rest', 4, [issued, waits, approved, part, { ...writtenOff, writtenOff: fen(599) }]],
    ['by nobody', 4, [issued, waits, approved, part, { ...writtenOff, by: null }]],
    ['before the approval', 2, [issued, waits, after({ ...writtenOff, writtenOff: fen(1000) }, waits)]],
    ['undone twice', 6, [issued, waits, approved, part, writtenOff, undone, after(undone, undone)]],
    ['undone for another sum', 5, [issued, waits, approved, part, writtenOff, { ...undone, writtenOff: fen(1) }]],
    ['whose payment is taken back first', 5, [issued, waits, approved, part, writtenOff, back(4, 400, writtenOff)]],
    ['and a payment after it', 5, [issued, waits, approved, part, writtenOff, after(rest, writtenOff)]],
  ])('receipts 1.6 %s is not legal', (_, at, rows) => {
    expect(historyFault(rows)?.row).toBe(at);
  });
});
