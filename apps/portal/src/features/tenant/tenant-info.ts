import { CallError, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';

/** The tenant of the session, or null without a session: a 401 stays silent. @source R4.3 */
export const fetchTenantInfo = async (signal?: AbortSignal): Promise<CallReply<'tenant.get'> | null> => {
  try {
    return await call('tenant.get', {}, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
};
