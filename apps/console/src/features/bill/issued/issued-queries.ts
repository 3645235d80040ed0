import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';

type Asked = CallInput<'ops.bill.page'>;

/** A bill in the list; all of them are issued. */
export type IssuedBill = CallReply<'ops.bill.page'>['items'][number];

const filters = ['status', 'direction', 'billNo', 'tenantId', 'stageId', 'from', 'to', 'dueFrom', 'dueTo'] as const;
/** Drafts have no day of issue: asked from here on, none is listed. */
const firstDay = '2000-01-01';

/** The issued bills of all merchants, the last first. @source R11.6 */
export const useIssuedList = () =>
  useListPage({
    operation: 'ops.bill.page',
    queryKey: ['bill', 'issued'],
    filters,
    // The address may contain any value; the server validates it.
    ask: ({ from = firstDay, ...filter }, { signal, ...part }) =>
      call('ops.bill.page', { ...(filter as Asked), from, ...part }, { signal }),
  });
