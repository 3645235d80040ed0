import { addBill } from '#features/bill/bill.fixture';
import type { TestApp } from '#kernel/testing/test-app';

/** The receipts of a tenant, the first registered first: amount, applied, refunded and unapplied. @unit fen */
export const moneyOf = async (app: TestApp, tenantId: string, serial?: string): Promise<number[][]> => {
  const rows = await app.rows(
    `select amount_fen::float8 as a, applied_fen::float8 as b, refunded_fen::float8 as c, unapplied_fen::float8 as d from receipt
      where tenant_id = $1 and ($2::text is null or serial = $2) order by created_at, receipt_no`,
    [tenantId, serial ?? null],
  );
  return rows.map((row) => ['a', 'b', 'c', 'd'].map((name) => Number(row[name])));
};

/** The number of the receipt of a serial. */
export const receiptNoOf = async (app: TestApp, serial: string): Promise<string> => {
  const [row] = await app.rows('select receipt_no from receipt where serial = $1', [serial]);
  return String(row?.['receipt_no']);
};

/** Adds a receipt with its application: a payment of a bill of its own. */
export const addReceipt = async (app: TestApp, owner: Parameters<typeof addBill>[1]): Promise<void> => {
  const { billId } = await addBill(app, owner);
  await app.rows(
    `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, confirm_by, payment_fen, payment_on, payment_serial)
      select tenant_id, bill_id, 2, 'paid', app_now(), 'ops', '平台运营', amount_fen, confirm_by, 1, '2026-11-01', 'S-' || bill_id from bill where bill_id = $1`,
    [billId],
  );
};
