import { lastDayBefore } from '@ronghui/domain/calendar';
import { formatDateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import type { Todo } from './home-queries.ts';

/** The action of a to-do and its page; an invitation is answered in place. */
export const todoLink = ({
  kind,
  id,
  amount,
  direction,
}: Todo): { readonly label: string; readonly href: string } | undefined => {
  const order = id === null ? href(paths.orders()) : `${href(paths.orders())}?open=${encodeURIComponent(id)}`;
  const bills = (search: Readonly<Record<string, string>>) =>
    href(id === null ? paths.bills({ ...search, direction }) : paths.bill(id));
  switch (kind) {
    case 'invitation':
      return undefined;
    case 'certify':
      return { label: '去认证', href: href(paths.verify()) };
    case 'correctCertification':
      return { label: '去修改', href: href(paths.verify()) };
    case 'verifyTransfer':
      return { label: '去验证', href: href(paths.verify()) };
    // An order whose consent has to be given again first has no amount to pay now.
    case 'payOrder':
      return { label: amount === undefined ? '去处理' : '去付款', href: order };
    case 'resendVoucher':
      return { label: '重新上传', href: order };
    case 'renewOrder':
      return { label: '去续费', href: order };
    case 'confirmBill':
      return { label: '核对并确认', href: bills({ status: 'pending' }) };
    case 'approveBill':
      return { label: '去复核', href: bills({ status: 'confirmed', approval: 'waiting' }) };
    case 'payBill':
      // Without those whose vouchers are being checked: what is open of the list is the amount of the to-do.
      return { label: '去付款', href: bills({ status: 'confirmed', approval: 'none', payment: 'open' }) };
  }
};

const dayMs = 86_400_000;
/** From how many days before its deadline a to-do is urgent. */
const urgentDays = 3;

/** The colour of a to-do: red when its deadline is near, amber when it has one. @unit now epoch ms */
export const urgencyOf = ({ dueAt }: Todo, now: number): 'urgent' | 'dated' | 'open' => {
  if (dueAt === null) return 'open';
  return Date.parse(dueAt) - now <= urgentDays * dayMs ? 'urgent' : 'dated';
};

/** The end of a to-do's time in words: 截止 2026-11-25 10:00，还剩 3 天; days are rounded down. @unit now epoch ms */
export const dueText = ({ kind, dueAt }: Todo, now: number): string | null => {
  if (dueAt === null) return null;
  const left = Date.parse(dueAt) - now;
  const days = Math.floor(Math.abs(left) / dayMs);
  const isBill = kind === 'confirmBill' || kind === 'approveBill' || kind === 'payBill';
  if (left < 0)
    return isBill
      ? `应在 ${lastDayBefore(new Date(dueAt))} 前付款，已逾期\u00a0${days + 1}\u00a0天`
      : `截止 ${formatDateTime(dueAt)}`;
  const rest = days === 0 ? '不到\u00a01\u00a0天' : `还剩\u00a0${days}\u00a0天`;
  // The time of a bill ends with a day.
  const until = isBill ? lastDayBefore(new Date(dueAt)) : formatDateTime(dueAt);
  return `截止 ${until}，${rest}${endings[kind] ?? ''}`;
};

/** What happens at the end of a to-do's time. @source R4.9 */
const endings: Readonly<Partial<Record<Todo['kind'], string>>> = {
  confirmBill: '，之后自动确认',
  approveBill: '，之后视为复核通过',
};
