import type { CallReply } from '@ronghui/client';
import { call } from './call.ts';
import { type Query, useQuery } from './query.ts';
import { useStoredFile } from './stored-file.ts';

/** The tenant's own record. */
export type TenantRecord = CallReply<'tenant.get'>;

/** The record of the tenant that the user acts for. @source R10.7 */
export const useTenantRecord = (): Query<TenantRecord> =>
  useQuery({ queryKey: ['tenant', 'record'], queryFn: ({ signal }) => call('tenant.get', {}, { signal }) });

/** The tenant's logo once it is there; undefined for a tenant without one. @source R10.7 */
export const useTenantLogo = (): Blob | undefined => useStoredFile(useTenantRecord().data?.logoFileId ?? '').data?.blob;
