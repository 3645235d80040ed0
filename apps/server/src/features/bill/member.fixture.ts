import { join, logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';

/** Another member of a tenant, logged in there. */
export const addMember = async (
  app: TestApp,
  host: Pick<Merchant, 'tenantId'>,
  { name, role }: { readonly name: string; readonly role: 'finance' | 'viewer' },
): Promise<Merchant> => {
  const guest = await makeMerchant(app, name);
  await join(app, host, { guest, role });
  await app.rows('update user_account set last_tenant_id = $2 where user_id = $1', [guest.userId, host.tenantId]);
  return { ...guest, tenantId: host.tenantId, browser: await logIn(app, guest.mobile) };
};

/** Switches the second approver of a tenant on or off. */
export const setSecondApprover = async (
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
  isOn: boolean,
): Promise<void> => {
  await app.rows('update tenant set second_approver = $2 where tenant_id = $1', [tenantId, isOn]);
};
