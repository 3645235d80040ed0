import { CallError, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';

/** Fetches the tenant of the session; null without a session, because a 401 is silent here. @source R4.3 */
export const fetchTenantInfo = async (signal?: AbortSignal): Promise<CallReply<'tenant.get'> | null> => {
  try {
    return await call('tenant.get', {}, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
};
