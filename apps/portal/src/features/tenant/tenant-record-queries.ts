import type { CallReply } from '@ronghui/client';
import { useFirstAnswer } from '@ronghui/web/queries/first-answer';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useStoredFile } from '#features/file/file.shared.ts';
import { fetchTenantInfo } from './tenant-info.ts';

/** The tenant's own record. */
export type TenantRecord = CallReply<'tenant.get'>;

/** The record of the tenant that the user acts for; null when the session is gone. @source R10.7, R4.3 */
export const useTenantRecord = (enabled = true): UseQueryResult<TenantRecord | null> =>
  useQuery({ queryKey: ['tenant', 'record'], queryFn: ({ signal }) => fetchTenantInfo(signal), enabled });

/** The tenant's logo once it is there; undefined for a tenant without one. It waits for the page's own words. @source R10.7 */
export const useTenantLogo = (): Blob | undefined =>
  useStoredFile(useTenantRecord(useFirstAnswer()).data?.logoFileId ?? '').data?.blob;
