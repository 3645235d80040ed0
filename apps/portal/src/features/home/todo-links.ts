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
    case 'renewOrder':
      return { label: '去续费', href: order };
  }
};
