import { dueWhenConfirmed } from '@ronghui/domain/bill';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import type { Decision } from '../bill-queries.ts';
import type { AskedBill } from './batch-steps.ts';

/** So many due days are named. */
const mostDays = 5;

/** The due days that payable bills have once a decision is made, each with the number of its bills. */
const countDays = (decision: Decision, bills: readonly AskedBill[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const now = new Date(serverNow());
  for (const { direction, confirmBy, dueOn } of bills) {
    if (direction !== 'payable' || confirmBy === undefined || dueOn === undefined) continue;
    // What waits for its approval was confirmed, and its day is set.
    const day =
      decision === 'confirm' ? dueWhenConfirmed({ confirmBy: new Date(confirmBy), expectedDue: dueOn }, now) : dueOn;
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
};

interface DueDaysProps {
  readonly decision: Decision;
  readonly bills: readonly AskedBill[];
}

/** Until when is to be paid once a decision is made, in the question before it; what is sent back has no day. @source R10.3, billing.md bills */
export const DueDays = ({ decision, bills }: DueDaysProps): JSX.Element | null => {
  const days = decision === 'sendBack' ? [] : [...countDays(decision, bills)].sort(([a], [b]) => (a < b ? -1 : 1));
  if (days.length === 0) return null;
  const words = days.map(([day, count]) =>
    count === bills.length ? day : `${day}（${count.toLocaleString('en-US')}\u00a0张）`,
  );
  return (
    <p>
      {decision === 'confirm' ? '现在确认，' : ''}付款到期日为 {words.slice(0, mostDays).join('、')}
      {words.length > mostDays ? ' 等' : ''}。
    </p>
  );
};
