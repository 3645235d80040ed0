import { addBill } from '#features/bill/bill.fixture';
import { save } from '#features/bill/line.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { newKey } from '#features/order/order.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

type Tenant = Pick<Merchant, 'tenantId'>;

let made = 0;

/** What a test chooses of an order. @unit fen, millionths */
interface GivenOrder {
  readonly status?: string;
  readonly amount?: number;
  readonly taxRate?: number;
}

/** Adds an order to a tenant, paid and active by default; returns its number. */
export const addOrder = async (app: TestApp, { tenantId }: Tenant, given: GivenOrder = {}): Promise<string> => {
  made += 1;
  const { status = 'active', amount = 106_000, taxRate = 60_000 } = given;
  const orderNo = `DD20261101-${String(made).padStart(8, '0')}`;
  await app.rows(
    `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, term_months, options, choice,
        items, total_fen, tax_millionths, consent_ids, status, pay_by, active_from, created_at)
      select $1, $2, m.user_id, 'benefit', '员工弹性福利', 'standard', '标准版', '人', 'prepaid', 10, 12, '{}', '[]', '[]', $3, $4, '{}', $5,
        app_now() + interval '7 days', app_now(), app_now() from member m where m.tenant_id = $1 limit 1`,
    [tenantId, orderNo, amount, taxRate, status],
  );
  return orderNo;
};

/** Adds a settled payable bill to a tenant; returns its number. @unit fen */
export const addSettledBill = async (app: TestApp, owner: Tenant, amount = 212_000): Promise<string> => {
  const { billNo } = await addBill(app, owner, { fees: [amount] });
  await app.rows(
    `update bill set status = 'settled', paid_fen = amount_fen, confirmed_at = app_now(), settled_at = app_now() where bill_no = $1`,
    [billNo],
  );
  return billNo;
};

/** The whole title of a company, as a page sends it. */
export const fullTitle = {
  name: '云栖商贸有限公司',
  taxNo: '91330106ma2cfrg02w',
  address: '浙江省杭州市西湖区文三路 1 号',
  phone: '0571-8888 0000',
  bankName: '示例银行杭州分行',
  bankAccountNo: '6222021234567890',
};

/** A call under a new key. */
export const keyed = (
  { browser }: Pick<Merchant, 'browser'>,
  operation: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<TestReply> => browser.call(operation, { ...payload, idempotencyKey: newKey() });

/** A certified tenant with a whole title. */
export const readyTenant = async (app: TestApp, owner: Merchant): Promise<void> => {
  await certifyTenant(app, owner);
  const reply = await keyed(owner, 'invoice.saveTitle', fullTitle);
  if (reply.status !== 200) throw new Error(reply.text);
};

/** Applies for an invoice, which must succeed; returns its number. */
export const applied = async (
  owner: Merchant,
  payload: { readonly orderNos?: readonly string[]; readonly billNos?: readonly string[]; readonly type?: string },
): Promise<string> => {
  const reply = await keyed(owner, 'invoice.apply', { type: 'normal', ...payload });
  if (reply.status !== 200) throw new Error(reply.text);
  return String(reply.body.data.invoiceNo);
};

/** An invoice of a tenant for an order, applied for or issued; returns its number. */
export const invoiceOf = async (
  app: TestApp,
  owner: Merchant,
  until: 'applied' | 'issued' = 'applied',
): Promise<string> => {
  await readyTenant(app, owner);
  const invoiceNo = await applied(owner, { orderNos: [await addOrder(app, owner)] });
  if (until === 'issued') await save(app, 'ops.invoice.issue', { invoiceNo, version: 1 });
  return invoiceNo;
};

/** A row of every table of invoices, stored directly, for a tenant that is not certified. */
export const addInvoiceRows = async (app: TestApp, { tenantId }: Tenant): Promise<void> => {
  made += 1;
  const own = [tenantId, `FP20261101-${String(made).padStart(8, '0')}`];
  await app.rows("insert into invoice_title (tenant_id, name) values ($1, '抬头')", [tenantId]);
  await app.rows(
    `insert into invoice (tenant_id, invoice_no, type, title_name, item_count, amount_fen, tax_fen, tax_millionths, user_id)
      select $1, $2, 'normal', '抬头', 1, 10600, 600, 60000, m.user_id from member m where m.tenant_id = $1 limit 1`,
    own,
  );
  await app.rows(
    `insert into invoice_item (tenant_id, invoice_no, kind, item_no, name, amount_fen, tax_fen)
      values ($1, $2, 'order', 'DD-1', '项目', 10600, 600)`,
    own,
  );
  await app.rows(
    `insert into invoice_file (tenant_id, invoice_no, kind, file_id, sha256) values ($1, $2, 'xml', 'no-file', repeat('0', 64))`,
    own,
  );
};
