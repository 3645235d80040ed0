import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A merchant in the list, and everything about one. */
export type Tenant = CallReply<'ops.tenant.page'>['items'][number];
export type TenantDetail = CallReply<'ops.tenant.detail'>;

const filters = ['certification', 'keyword', 'from', 'to'] as const;

/** The merchants for the list page. @source R11.4 */
export const useTenantList = () =>
  useListPage({
    operation: 'ops.tenant.page',
    queryKey: ['customer', 'tenant', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call('ops.tenant.page', { ...(filter as Partial<CallInput<'ops.tenant.page'>>), ...part }, { signal }),
  });

/** One merchant; `empty` when there is none with that id. */
export const useTenant = (
  tenantId: string,
): { readonly state: QueryStatus<TenantDetail>; readonly query: UseQueryResult<TenantDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    // Many nouns write what stands there: it is read again whenever one comes back to it.
    staleTime: 0,
    queryKey: ['customer', 'tenant', 'detail', tenantId],
    queryFn: ({ signal }) => call('ops.tenant.detail', { tenantId }, { signal }),
  });
  return { query, state: recordStatus('ops.tenant.detail', query) };
};

/** The newest merchants whose name or code matches, as options; empty until something is typed. */
export const useTenantNames = (keyword: string): readonly { readonly value: string; readonly label: string }[] => {
  const query = useQuery({
    queryKey: ['customer', 'tenant', 'names', keyword],
    queryFn: ({ signal }) => call('ops.tenant.page', { keyword, pageSize: 20 }, { signal }),
    enabled: keyword !== '',
    placeholderData: (former) => former,
  });
  if (keyword === '') return [];
  return (query.data?.items ?? []).map(({ tenantId, name, uscc, ownerMobileMasked }) => ({
    value: tenantId,
    label: `${name || '未命名商户'}（${uscc ?? ownerMobileMasked}）`,
  }));
};
