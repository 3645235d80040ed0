import { Visitor } from '../../driver/visitor.ts';
import type { Scaled } from './scale.ts';

/** A server and its database as its owner has it. */
type Owned = Pick<Scaled, 'server' | 'owner'>;

const demoMerchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };

/** Makes a tenant certified, and the merchant of the demonstration its owner. */
const adopt = async ({ owner }: Owned, merchant: Visitor, tenantId: string): Promise<void> => {
  const demo = await merchant.call('tenant.get');
  await owner.query(
    `insert into member (tenant_id, user_id, role)
      select $1, user_id, 'owner' from member where tenant_id = $2 and role = 'owner' on conflict do nothing`,
    [tenantId, demo.body.data?.['tenantId']],
  );
  await owner.query(
    `insert into certification (tenant_id, status, form, masks, reasons, submission_no, certified_no, certified_uscc)
      values ($1, 'passed', '{}', '{}', '[]', $2, $2, $3) on conflict do nothing`,
    [tenantId, `RZ-${tenantId}`, tenantId.toUpperCase().replaceAll('-', '0').padStart(18, '0')],
  );
};

/** The merchant of the demonstration, logged in and in this tenant. */
export const enterTenant = async (scaled: Owned, tenantId: string): Promise<Visitor> => {
  const merchant = await new Visitor(scaled.server.url).start();
  const login = await merchant.call('portal.login', demoMerchant);
  if (login.status !== 200) throw new Error(`no login: ${login.status} ${login.body.errCode ?? ''}`);
  await adopt(scaled, merchant, tenantId);
  const entered = await merchant.call('tenant.switch', { tenantId });
  if (entered.status !== 200) throw new Error(`no tenant: ${entered.status} ${entered.body.errCode ?? ''}`);
  return merchant;
};
