import { describe, expect, it } from 'vitest';
import {
  billSpanFaults,
  billSpans,
  confirmReminderDays,
  confirmReminderDue,
  dueOf,
  dueWhenConfirmed,
  isOverdue,
  presentBill,
  type RemindedBill,
} from '../bill.ts';
import { endOfDay } from '../calendar.ts';
import { at, confirmBy, confirmed, disputed, now, pending, waiting } from './bill.fixture.ts';

const hours = (count: number) => count * 3_600_000;
const before = (end: Date, ms: number) => new Date(end.getTime() - ms);

describe('R4.9 due days', () => {
  it('R4.9 a pending or disputed bill is expected to be due ten days after its last day to confirm', () => {
    expect(dueOf(pending, billSpans.paymentDays)).toEqual({ on: '2026-12-05', isExpected: true });
    expect(dueOf(disputed, 10)).toEqual({ on: '2026-12-05', isExpected: true });
  });

  it('R4.9 a confirmed bill is due ten days after the day of its confirmation, whatever the hour', () => {
    expect(dueOf(confirmed, 10)).toEqual({ on: '2026-11-30', isExpected: false });
    expect(dueOf(waiting, 10).on).toBe('2026-11-30');
    const firstHour = { ...confirmed, confirmedAt: new Date('2026-11-20T16:00:00Z') };
    expect(dueOf(firstHour, 10).on).toBe('2026-12-01');
  });

  it('R10.3 the due day that a confirmation causes is known before it, from the expected one', () => {
    const expectedDue = dueOf(pending, 10).on;
    for (const time of [
      '2026-11-18T15:59:59Z',
      '2026-11-18T16:00:00Z',
      '2026-11-20T16:00:00Z',
      '2026-11-25T15:59:59Z',
    ]) {
      const confirmedAt = new Date(time);
      expect(dueWhenConfirmed({ confirmBy, expectedDue }, confirmedAt)).toBe(
        dueOf({ ...confirmed, confirmedAt }, 10).on,
      );
    }
  });

  it('R4.9 an automatic confirmation keeps the day that was expected', () => {
    const bill = presentBill(pending, at({ now: new Date('2026-12-01T00:00:00Z') }));
    expect(bill.confirmedAt).toEqual(confirmBy);
    expect(dueOf(bill, 10)).toEqual({ on: '2026-12-05', isExpected: false });
  });

  it('R4.9 a confirmed bill is overdue when its due day has ended, a pending or settled one never', () => {
    const end = endOfDay('2026-11-30');
    expect(isOverdue(confirmed, 10, before(end, 1))).toBe(false);
    expect(isOverdue(confirmed, 10, end)).toBe(true);
    expect(isOverdue(pending, 0, end)).toBe(false);
    expect(isOverdue({ ...confirmed, status: 'settled' }, 10, end)).toBe(false);
  });

  it.each([
    [billSpans, []],
    [{ confirmWorkingDays: 1, paymentDays: 0 }, []],
    [{ confirmWorkingDays: 0, paymentDays: 366 }, ['confirmWorkingDays', 'paymentDays']],
    [{ confirmWorkingDays: 61, paymentDays: -1 }, ['confirmWorkingDays', 'paymentDays']],
    [{ confirmWorkingDays: 1.5, paymentDays: 10 }, ['confirmWorkingDays']],
  ])('R5.5 the spans of a stage %j are wrong in %j', (spans, paths) => {
    expect(billSpanFaults(spans).map(({ path }) => path)).toEqual(paths);
  });
});

describe('R4.9 reminders', () => {
  it('R4.9 come three days and one day before', () => {
    expect(confirmReminderDays).toEqual([3, 1]);
  });

  const bill: RemindedBill = {
    status: 'pending',
    approval: 'none',
    confirmBy,
    since: before(confirmBy, hours(24 * 7)),
    remindedDays: null,
  };
  it.each([
    [72, null, 3],
    [73, null, null],
    [25, null, 3],
    [24, null, 1],
    [24, 3, 1],
    [24, 1, null],
    [71, 3, null],
    [0, null, null],
    [-1, 1, null],
  ])('R4.9 %i hours before the end, reminded at %s days, %s days are due', (left, remindedDays, due) => {
    expect(confirmReminderDue({ ...bill, remindedDays }, before(confirmBy, hours(left)))).toBe(due);
  });

  it('R4.9 announce a bill that waits for approval, and no other that is confirmed, disputed or settled', () => {
    const moment = before(confirmBy, hours(2));
    const due = (status: RemindedBill['status'], approval: RemindedBill['approval']) =>
      confirmReminderDue({ ...bill, status, approval }, moment);
    expect(due('confirmed', 'waiting')).toBe(1);
    expect([due('confirmed', 'none'), due('disputed', 'none'), due('settled', 'none')]).toEqual([null, null, null]);
  });

  it('R4.9 leave out one whose time had passed when the confirm-by was set', () => {
    expect(confirmReminderDue({ ...bill, since: now }, before(confirmBy, hours(71)))).toBe(3);
    expect(
      confirmReminderDue({ ...bill, since: before(confirmBy, hours(60)) }, before(confirmBy, hours(59))),
    ).toBeNull();
  });
});
