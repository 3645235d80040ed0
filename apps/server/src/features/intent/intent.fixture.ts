import { generateKeyPairSync } from 'node:crypto';
import type { ChannelName } from '@ronghui/domain/intent/channel';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { noticeSecret } from '#kernel/payment-port';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import { type Channel, startChannel } from '../../../../../tools/channel/channel.ts';
import type { Notice, NoticeLie } from '../../../../../tools/channel/form.ts';
import { askChannels } from './intent.jobs.ts';

const dataOf = ({ status, text, body }: TestReply): TestReply['body']['data'] => {
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** The variables of a server with Alipay on, which asks nobody when a page is made. */
export const alipayVariables = (): Readonly<Record<string, string>> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    PAYMENT_CALLBACK_URL: 'https://portal.example',
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000001',
    ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

/** Adds a payment on line of a bill of its own, which has ended; returns its number. */
export const addIntent = async (app: TestApp, owner: Pick<Merchant, 'tenantId' | 'userId'>): Promise<string> => {
  const { billId } = await addBill(app, owner);
  const [row] = await app.rows(
    `insert into intent (tenant_id, intent_no, channel, bill_id, bill_version, amount_fen, end_at, status, user_id)
        select tenant_id, 'ZF' || left(md5(bill_id), 16), 'alipay', bill_id, 1, 100, app_now() + interval '10 minutes', 'closed', $2 from bill where bill_id = $1
        returning intent_no`,
    [billId, owner.userId],
  );
  const intentNo = String(row?.['intent_no']);
  await app.rows(
    `insert into payment_fact (channel, intent_no, fact_key, tenant_id, source, kind, at, evidence)
        values ('alipay', $1, 'fact', $2, 'close', 'closed', app_now(), repeat('0', 64))`,
    [intentNo, owner.tenantId],
  );
  return intentNo;
};

/** A merchant that pays its bills on line, through a channel that lies where it is asked to. */
export class PaymentRoom {
  readonly app: TestApp;
  readonly channel: Channel;
  readonly owner: Merchant;
  readonly desk: PaymentDesk;
  readonly #url: string;

  constructor(made: { app: TestApp; channel: Channel; owner: Merchant; desk: PaymentDesk; url: string }) {
    this.app = made.app;
    this.channel = made.channel;
    this.owner = made.owner;
    this.desk = made.desk;
    this.#url = made.url;
  }

  static async open(): Promise<PaymentRoom> {
    let now = () => new Date();
    const channel = await startChannel({ now: () => now() });
    const env = { ...channel.variables('https://portal.example'), ALIPAY_MOST: '5000' };
    const app = await testApp({ env, answerWithinMs: 10_000 });
    now = () => app.clock.now();
    const owner = await makeMerchant(app, '林经理');
    const desk = await PaymentDesk.open(app, owner);
    const url = await app.app.http.listen({ host: '127.0.0.1', port: 0 });
    return new PaymentRoom({ app, channel, owner, desk, url });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.channel.close();
  }

  /** Asks for the payment of a bill. */
  create = (
    { billNo }: Pick<AddedBill, 'billNo'>,
    channel: ChannelName = 'wechat',
    more: object = {},
  ): Promise<TestReply> =>
    this.owner.browser.call('intent.create', { billNo, channel, idempotencyKey: newKey(), ...more });

  /** The same, as it is shown to the payer. */
  async shown(bill: Pick<AddedBill, 'billNo'>, channel: ChannelName = 'wechat', more: object = {}) {
    const intent = dataOf(await this.create(bill, channel, more));
    if (intent.formUrl !== undefined) this.channel.open(intent.formUrl);
    return intent;
  }

  state = async (intentNo: string) => dataOf(await this.owner.browser.call('intent.state', { intentNo }));
  cancel = (intentNo: string): Promise<TestReply> => this.owner.browser.call('intent.close', { intentNo });

  /** Where the channel reports. */
  pathOf = (channel: ChannelName): string =>
    `${this.#url}/callbacks/pay/${channel}/${noticeSecret(this.app.ports.digests, channel)}`;

  post = async (
    url: string,
    { headers, body }: Notice,
  ): Promise<{ readonly status: number; readonly text: string }> => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };

  /** The channel notifies how a payment stands. */
  notify = (channel: ChannelName, intentNo: string, more: { readonly lie?: NoticeLie; readonly id?: string } = {}) =>
    this.post(this.pathOf(channel), this.channel.noticeOf(channel, intentNo, more));

  /** A payer pays, and the channel notifies. */
  async pay(channel: ChannelName, intentNo: string): Promise<void> {
    this.channel.pay(channel, intentNo);
    await this.notify(channel, intentNo);
  }

  /** The job that asks the channels, as often as it is due. */
  ask = (): Promise<void> =>
    askChannels.run({ database: this.app.database, ports: this.app.ports, log: this.app.ports.log });

  facts = (intentNo: string) =>
    this.app.rows(
      'select kind, source, refusal, amount_fen::int as amount from payment_fact where intent_no = $1 order by fact_no',
      [intentNo],
    );

  /** The receipts of the merchant: source, amount, applied, unapplied, serial. */
  receipts = () =>
    this.app.rows(
      `select receipt_no, source, serial, own_account, amount_fen::int as amount, applied_fen::int as applied, unapplied_fen::int as unapplied from receipt
        where tenant_id = $1 order by created_at, receipt_no`,
      [this.owner.tenantId],
    );
  receiptOf = async (intentNo: string) => {
    const { receiptNo } = await this.state(intentNo);
    return (await this.receipts()).find((each) => each['receipt_no'] === receiptNo);
  };

  #seen = 0;
  /** The alarms of an event since the last look. */
  alarms(event: string): number {
    const since = this.app.logged.slice(this.#seen);
    this.#seen = this.app.logged.length;
    return since.filter(({ level, facts }) => level === 'error' && facts['event'] === event).length;
  }
}
