import { href } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import type { Todo } from './home-queries.ts';

/** The action of a to-do and its page; an invitation is answered in place. */
export const todoLink = ({ kind, id, amount }: Todo): { readonly label: string; readonly href: string } | undefined => {
  const order = id === null ? href(paths.orders()) : `${href(paths.orders())}?open=${encodeURIComponent(id)}`;
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

/** ，还剩 3 天; the days are rounded down. @unit now epoch ms */
export const daysLeftText = (dueAt: string, now: number): string => {
  const days = Math.floor((Date.parse(dueAt) - now) / dayMs);
  if (days < 0) return '';
  return days === 0 ? '，不到 1 天' : `，还剩 ${days} 天`;
};
