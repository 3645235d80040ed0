import { dayOf } from '@ronghui/domain/calendar';
import { pdf } from '#features/file/file.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { decide, outcomesOf } from '../confirmation/confirmation.fixture.ts';

type Named = Pick<AddedBill, 'billNo'>;
type Payload = Readonly<Record<string, unknown>>;

const dataOf = ({ status, text, body }: TestReply): TestReply['body']['data'] => {
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** The provider's staff who register payments of a merchant's bills and take them back. */
export class PaymentDesk {
  readonly app: TestApp;
  readonly owner: Merchant;
  readonly staff: BillingStaff;
  /** On which all its payments are made, also those after a midnight: the clock goes on from step to step. */
  readonly today: string;

  constructor(app: TestApp, owner: Merchant, staff: BillingStaff) {
    this.app = app;
    this.owner = owner;
    this.staff = staff;
    this.today = dayOf(app.clock.now());
  }

  static open = async (app: TestApp, owner: Merchant): Promise<PaymentDesk> =>
    new PaymentDesk(app, owner, await enterBilling(app));

  /** A bill that waits for its confirmation. */
  unconfirmed = (given: Parameters<typeof addBill>[2] = {}): Promise<AddedBill> => addBill(this.app, this.owner, given);

  /** A bill that the merchant has confirmed. */
  async confirmed(given: Parameters<typeof addBill>[2] = {}): Promise<AddedBill> {
    const bill = await this.unconfirmed(given);
    outcomesOf(await decide(this.owner, 'bill.batchConfirm', [bill]));
    return bill;
  }

  /** Registers a payment; returns its outcome. What follows comes later. */
  async pay({ billNo }: Named, amount: number, serial: string): Promise<string> {
    await this.app.clock.advance({ minutes: 1 });
    const payments = [{ billNo, amount, on: this.today, serial }];
    return dataOf(await this.staff.write('ops.bill.settle', { payments })).results[0].outcome;
  }

  /** Sends a voucher for a bill. */
  async sendVoucher({ billNo }: Named): Promise<string> {
    await this.app.clock.advance({ minutes: 1 });
    const file = await this.owner.browser.upload('file.upload', '回单.pdf', pdf);
    const paidAt = new Date(this.app.clock.now().getTime() - 30_000).toISOString();
    const payload = { billNos: [billNo], fileIds: [dataOf(file).fileId], paidAt, idempotencyKey: newKey() };
    dataOf(await this.owner.browser.call('bill.uploadVoucher', payload));
    return (await this.seen({ billNo })).vouchers[0].voucherId;
  }

  /** A bill as staff read it. */
  seen = async ({ billNo }: Named) => dataOf(await this.staff.browser.call('ops.bill.detail', { billNo }));

  /** A bill as its merchant reads it. */
  asMerchant = async ({ billNo }: Named) => dataOf(await this.owner.browser.call('bill.detail', { billNo }));

  /** What takes back the payment of a serial that stands, of the bill as it is now. */
  async payloadOf(bill: Named, serial: string): Promise<Payload> {
    const { settlements, version } = await this.seen(bill);
    const payment = settlements.find((each: { serial: string }) => each.serial === serial);
    return { billNo: bill.billNo, stepNo: payment.stepNo, reason: '登记错账单', version };
  }

  /** Takes the payment of a serial back. */
  async reverse(bill: Named, serial: string, changes: Payload = {}): Promise<TestReply> {
    await this.app.clock.advance({ minutes: 1 });
    return this.staff.write('ops.bill.reversePayment', { ...(await this.payloadOf(bill, serial)), ...changes });
  }

  noticesOf = ({ billNo }: Named) =>
    this.app.rows("select user_id, text from notice where place_id = $1 and title = '付款已撤销'", [billNo]);
}
