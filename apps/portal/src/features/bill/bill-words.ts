import { dayOf, endOfDay, lastDayBefore } from '@ronghui/domain/calendar';
import type { Tone } from '@ronghui/ui';
import type { Bill } from './bill-queries.ts';

const dayMs = 86_400_000;
/** From how many days on the end of a time is urgent. */
const urgentDays = 3;

/** The last day to confirm in; the deadline is its end. */
export const confirmDayOf = ({ confirmBy }: Pick<Bill, 'confirmBy'>): string => lastDayBefore(new Date(confirmBy));

/** Days until the end of a day: 0 on the day itself, below 0 past it. @unit now: epoch ms */
const daysLeft = (day: string, now: number): number =>
  Math.round((endOfDay(day).getTime() - endOfDay(dayOf(new Date(now))).getTime()) / dayMs);

/**
 * How many days a bill is past its due day; 0 while it is not. As the first page and the desk count it (`isOverdue` of the domain): one whose
 * approval or whose voucher waits is late too.
 *
 * @unit now: epoch ms
 * @source billing.md, bills
 */
export const overdueDays = (bill: Pick<Bill, 'status' | 'dueOn'>, now: number): number =>
  bill.status === 'confirmed' ? Math.max(0, -daysLeft(bill.dueOn, now)) : 0;

/** The next date of a bill, in words. */
export interface Deadline {
  readonly text: string;
  readonly tone?: Extract<Tone, 'bad' | 'warn'>;
  /** How late it is, where something else than its payment is next. */
  readonly late?: string;
}

const autoText = (days: number, what: string): Deadline =>
  days <= 0 ? { text: `今天结束时自动${what}`, tone: 'bad' } : { text: `${days}\u00a0天后自动${what}`, tone: 'bad' };

const untilText = (day: string, now: number, what: '确认' | '复核'): Deadline => {
  const days = daysLeft(day, now);
  return days < urgentDays ? autoText(days, what) : { text: `${day} 前${what}` };
};

/** What is next for a bill, and by when. @unit now: epoch ms */
export const deadlineOf = (bill: Bill, now: number): Deadline => {
  const { status, approval, direction, dueOn, inCheck, settledAt } = bill;
  if (status === 'pending') return untilText(confirmDayOf(bill), now, '确认');
  if (status === 'disputed') return { text: '等待平台答复' };
  if (status === 'settled') return { text: settledAt === undefined ? '—' : `${dayOf(new Date(settledAt))} 结清` };
  const days = overdueDays(bill, now);
  const late = `${direction === 'payable' ? '' : '平台'}逾期\u00a0${days}\u00a0天`;
  const beside = days > 0 ? { late } : {};
  if (approval === 'waiting') return { ...untilText(confirmDayOf(bill), now, '复核'), ...beside };
  if (inCheck) return { text: '付款凭证审核中', ...beside };
  if (days > 0) return { text: late, tone: 'bad' };
  return { text: `${dueOn} 前${direction === 'payable' ? '付款' : '到账'}` };
};

/** 2026-12-05，预计 */
export const dueText = ({ dueOn, dueIsExpected }: Pick<Bill, 'dueOn' | 'dueIsExpected'>): string =>
  dueIsExpected ? `${dueOn}（预计）` : dueOn;
