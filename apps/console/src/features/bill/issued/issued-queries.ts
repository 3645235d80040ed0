import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';

type Asked = CallInput<'ops.bill.page'>;

/** A bill in the list, or a draft. */
export type IssuedBill = CallReply<'ops.bill.page'>['items'][number];

const filters = [
  'status',
  'direction',
  'billNo',
  'tenantId',
  'stageId',
  'productId',
  'from',
  'to',
  'dueFrom',
  'dueTo',
  'drafts',
] as const;
/** Drafts have no day of issue: asked from here on, none is listed. */
const firstDay = '2000-01-01';

/** The issued bills of all merchants, the last first; with `drafts`, or their status chosen, those that wait to be issued. @source R11.6 */
export const useIssuedList = () =>
  useListPage({
    operation: 'ops.bill.page',
    queryKey: ['bill', 'issued'],
    filters,
    // The address may contain any value; the server validates it.
    ask: ({ from, drafts, ...filter }, { signal, ...part }) => {
      const day = from ?? (drafts === undefined && filter.status !== 'draft' ? firstDay : undefined);
      return call(
        'ops.bill.page',
        { ...(filter as Asked), ...(day !== undefined && { from: day }), ...part },
        { signal },
      );
    },
  });
