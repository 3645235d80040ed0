import { type BillHistoryKind, readHistory } from '@ronghui/domain/bill';
import type { Differences } from './differences.ts';
import type { StoredStep } from './trailed-steps.sql.ts';
import type { StoredBill } from './verification.sql.ts';

const confirming: readonly BillHistoryKind[] = ['confirmed', 'autoConfirmed'];

const momentText = (moment: Date | null | undefined): string => moment?.toISOString() ?? '没有';

/**
 * The state of a bill and its moments against its steps. The due day follows from when it was confirmed or can be, by whom, and the days to pay.
 *
 * @source R4.9, R10.3
 */
export const compareState = (bill: StoredBill, steps: readonly StoredStep[], found: Differences): void => {
  const { fault, status, waits } = readHistory(steps);
  found.compare('历史', fault === null ? '合规' : `第 ${fault.row + 1} 步 ${fault.why}`, '合规');
  const last = steps.at(-1);
  found.compare('出账时间', momentText(bill.issued_at), momentText(steps[0]?.at));
  found.compare('确认截止', momentText(bill.confirm_by), momentText(last?.confirmBy));
  if (fault !== null) return;
  found.compare('状态', bill.status, status);
  found.compare('复核', bill.approval, waits ? 'waiting' : 'none');
  const isConfirmed = status === 'confirmed' || status === 'settled';
  const confirmation = isConfirmed ? steps.findLast(({ kind }) => confirming.includes(kind)) : undefined;
  found.compare('确认时间', momentText(bill.confirmed_at), momentText(confirmation?.at));
  found.compare('自动确认', bill.auto_confirmed, confirmation?.kind === 'autoConfirmed');
  found.compare('结清时间', momentText(bill.settled_at), momentText(status === 'settled' ? last?.at : null));
};
