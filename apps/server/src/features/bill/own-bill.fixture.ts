import type { Merchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { addBill } from './bill.fixture.ts';

type Owner = Pick<Merchant, 'tenantId'>;

/** A value of a bill of a tenant, as a filter takes it. */
export const valueOfBill = async (
  app: TestApp,
  owner: Owner,
  field: 'billNo' | 'stageId' | 'orgId' | 'projectId' | 'productId',
): Promise<string> => {
  // A product of this tenant alone; its rule's id is made of it.
  const bill = await addBill(app, owner, { productId: `product-${owner.tenantId}` });
  return bill[field];
};

/** The number of a bill that is confirmed, without its step. */
export const confirmedBill = async (app: TestApp, owner: Owner): Promise<string> => {
  const { billNo } = await addBill(app, owner);
  await app.rows("update bill set status = 'confirmed', confirmed_at = app_now() where bill_no = $1", [billNo]);
  return billNo;
};

/** A bill with a row of everything that a bill can have: an adjustment of a line, a voucher, and a rule of this tenant alone. */
export const completeBill = async (app: TestApp, owner: Merchant): Promise<void> => {
  const { tenantId, userId } = owner;
  const { billId, lineIds } = await addBill(app, owner);
  await app.rows(
    `insert into bill_line_adjustment (tenant_id, bill_id, step_no, line_id, from_fen, to_fen) values ($1, $2, 1, $3, 2, 1)`,
    [tenantId, billId, lineIds[0]],
  );
  await app.rows(
    `with voucher as (insert into bill_voucher (tenant_id, voucher_id, paid_at, file_ids, user_id)
        values ($1, $2, app_now(), array['none'], $3) returning tenant_id, voucher_id)
      insert into bill_voucher_item (tenant_id, bill_id, voucher_id) select tenant_id, $4, voucher_id from voucher`,
    [tenantId, `voucher-${billId}`, userId, billId],
  );
  await app.rows(
    `with rule as (insert into fee_rule (rule_id, product_id, tenant_id) values ($1, 'own', $2) returning rule_id, tenant_id)
      insert into fee_rule_version (rule_id, version, tenant_id, holds_from, direction, kind, rate_millionths, tax_millionths, made_by)
        select rule_id, 1, tenant_id, '2026-01-01', 'payable', 'rate', 1, 0, '运营' from rule`,
    [`rule-of-${tenantId}`, tenantId],
  );
};
