import { mutation } from '@ronghui/web/queries/mutation';
import { call } from '@ronghui/web/calls/call';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import { enterSession } from '#kernel/session.ts';
import { showError, showToast } from '@ronghui/web/screen/toasts';

const enter = mutation({
  mutationKey: ['tenant', 'switch'],
  mutationFn: (tenantId: string) => call('tenant.switch', { tenantId }),
});

/** Acts for another tenant of the user's from now on: a new session, and the area's first page. @source R10.9 */
export const switchTenant = async (tenantId: string): Promise<void> => {
  try {
    const reply = await enter(tenantId);
    enterSession(reply);
    navigate(paths.merchantHome());
    const name = reply.user.tenants.find((tenant) => tenant.tenantId === tenantId)?.name;
    showToast('ok', `已切换到${name || '未命名商户'}`);
  } catch (error) {
    showError('tenant.switch', error);
  }
};
