import { navigate } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { paths } from '#kernel/paths.ts';
import { enterSession } from '#kernel/session.ts';
import { enterTenant } from './tenant-queries.ts';

/** Switches to another tenant of the user: a new session, and the area's first page. @source R10.9 */
export const switchTenant = async (tenantId: string): Promise<void> => {
  try {
    const reply = await enterTenant(tenantId);
    enterSession(reply);
    navigate(paths.merchantHome());
    const name = reply.user.tenants.find((tenant) => tenant.tenantId === tenantId)?.name;
    showToast('ok', `已切换到${name || '未命名商户'}`);
  } catch (error) {
    showError('tenant.switch', error);
  }
};
