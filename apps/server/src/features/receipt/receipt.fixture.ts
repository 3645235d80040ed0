import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import type { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

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

/** Adds a receipt with its application, a payment of a bill of its own, and a set of that bill to be paid. */
export const addReceipt = async (app: TestApp, owner: Parameters<typeof addBill>[1]): Promise<void> => {
  const { billId } = await addBill(app, owner);
  await app.rows(
    `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, confirm_by, payment_fen, payment_on, payment_serial)
      select tenant_id, bill_id, 2, 'paid', app_now(), 'ops', '平台运营', amount_fen, confirm_by, 1, '2026-11-01', 'S-' || bill_id from bill where bill_id = $1`,
    [billId],
  );
  await app.rows(
    `with added as (
        insert into payment_set (tenant_id, set_no, fingerprint, amount_fen, user_id)
          select b.tenant_id, 'set-of-' || left(b.bill_id, 32), encode(sha256(convert_to(b.bill_id, 'UTF8')), 'hex'), b.amount_fen, m.user_id
            from bill b join member m using (tenant_id) where b.bill_id = $1 limit 1
          returning tenant_id, set_no, amount_fen)
      insert into payment_set_bill (tenant_id, set_no, bill_id, bill_version, open_fen) select tenant_id, set_no, $1, 1, amount_fen from added`,
    [billId],
  );
};

type Payload = Readonly<Record<string, unknown>>;

/** What registers money that arrived today: ¥500.00 of nobody, where nothing else is given. */
export const moneyToday = ({ today }: Pick<PaymentDesk, 'today'>, given: Payload = {}): Payload => ({
  receivedOn: today,
  amount: 50_000,
  ...given,
});

/** Registers money; returns the number of its receipt. */
export const registerMoney = async (desk: PaymentDesk, given: Payload = {}): Promise<string> => {
  const { status, text, body } = await desk.staff.write('ops.receipt.register', moneyToday(desk, given));
  if (status !== 200) throw new Error(text);
  return String(body.data.receiptNo);
};

/** A receipt as staff read it. */
export const seenReceipt = async ({ staff }: PaymentDesk, receiptNo: string): Promise<TestReply['body']['data']> =>
  (await staff.browser.call('ops.receipt.detail', { receiptNo })).body.data;

/** Some fen for a bill. */
export type Part = readonly [bill: Pick<AddedBill, 'billNo'>, amount: number];

/** What applies parts of a receipt as it is now. */
export const partsNow = async (desk: PaymentDesk, receiptNo: string, parts: readonly Part[]): Promise<Payload> => ({
  receiptNo,
  version: (await seenReceipt(desk, receiptNo)).version,
  parts: parts.map(([{ billNo }, amount]) => ({ billNo, amount })),
});

/** Applies parts of a receipt as it is now. */
export const applyMoney = async (desk: PaymentDesk, receiptNo: string, ...parts: readonly Part[]): Promise<TestReply> =>
  desk.staff.write('ops.receipt.apply', await partsNow(desk, receiptNo, parts));

/** The money of one receipt: amount, applied, refunded and unapplied. @unit fen */
export const moneyIn = async (desk: PaymentDesk, receiptNo: string): Promise<number[]> => {
  const seen = await seenReceipt(desk, receiptNo);
  return [seen.amount, seen.appliedAmount, seen.refundedAmount, seen.unappliedAmount];
};
