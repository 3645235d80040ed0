import { type BillHistoryRow, historyFault } from '@ronghui/domain/bill';
import { fen } from '@ronghui/domain/money';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { photograph } from '#features/file/file.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

type Payload = Readonly<Record<string, unknown>>;

/** The application with two merchants, and the desk of the provider. */
export class FeedbackFixture {
  readonly app: TestApp;
  readonly first: Merchant;
  readonly second: Merchant;
  /** Finance: answers with amounts. */
  readonly finance: TestBrowser;
  /** Customer service: messages and rejections. */
  readonly support: TestBrowser;

  constructor(app: TestApp, people: Pick<FeedbackFixture, 'first' | 'second' | 'finance' | 'support'>) {
    this.app = app;
    this.first = people.first;
    this.second = people.second;
    this.finance = people.finance;
    this.support = people.support;
  }

  bill = (given: Parameters<typeof addBill>[2] = {}, owner = this.first): Promise<AddedBill> =>
    addBill(this.app, owner, given);

  write = (by: TestBrowser, operation: string, payload: Payload): Promise<TestReply> =>
    by.call(operation, { ...payload, idempotencyKey: newKey() });

  claim = (billNo: string, payload: Payload = {}, by = this.first): Promise<TestReply> =>
    this.write(by.browser, 'bill.varianceFeedback', {
      billNo,
      claimedAmount: 100_000,
      reason: '少计了一笔退费',
      ...payload,
    });

  /** An open feedback; returns its number. */
  async opened(billNo: string, payload: Payload = {}, by = this.first): Promise<string> {
    const reply = await this.claim(billNo, payload, by);
    if (reply.status !== 200) throw new Error(reply.text);
    return String(reply.body.data.feedbackNo);
  }

  /** An answer of ops, by default for the version that is stored. */
  async answer(feedbackNo: string, payload: Payload, by = this.finance): Promise<TestReply> {
    const [row] = await this.app.rows('select version from feedback where feedback_no = $1', [feedbackNo]);
    const version = row?.['version'] ?? 1;
    return this.write(by, 'feedback.handle', { feedbackNo, reason: '经核对', version, ...payload });
  }

  async detail(feedbackNo: string, by = this.first): Promise<TestReply['body']['data']> {
    const reply = await by.browser.call('feedback.detail', { feedbackNo });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  }

  async file(by = this.first): Promise<string> {
    const photo = await photograph('jpeg');
    const reply = await by.browser.upload('feedback.upload', 'IMG_0001.jpg', photo);
    if (reply.status !== 200) throw new Error(reply.text);
    return String(reply.body.data.fileId);
  }

  async billRow(billNo: string): Promise<Readonly<Record<string, unknown>>> {
    const [row = {}] = await this.app.rows('select * from bill where bill_no = $1', [billNo]);
    return row;
  }

  /** The steps of a bill as the domain judges them. */
  async historyOf(billNo: string): Promise<readonly BillHistoryRow[]> {
    const rows = await this.app.rows(
      'select s.* from bill_step s join bill b using (tenant_id, bill_id) where b.bill_no = $1 order by s.step_no',
      [billNo],
    );
    // The check constraints allow the domain's words only.
    return rows.map((row) => ({
      kind: row['kind'] as BillHistoryRow['kind'],
      at: row['at'] as Date,
      by: row['actor'] === 'clock' ? null : typeof row['by_id'] === 'string' ? row['by_id'] : 'ops',
      amount: fen(Number(row['amount_fen'])),
      confirmBy: row['confirm_by'] as Date,
      waits: row['waits'] === true,
      ...(typeof row['feedback_no'] === 'string' ? { feedbackNo: row['feedback_no'] } : {}),
      ...(row['payment_fen'] === null ? {} : { payment: fen(Number(row['payment_fen'])) }),
      ...(typeof row['reverses_step'] === 'number' ? { reverses: row['reverses_step'] } : {}),
    }));
  }

  /** What is wrong with the history of a bill; null for a legal one. */
  faultOf = async (billNo: string) => historyFault(await this.historyOf(billNo));

  /** The events of the trail about a feedback, in their order. */
  trailOf = (feedbackNo: string): Promise<Record<string, unknown>[]> =>
    this.app.rows(
      "select operation, actor_kind, tenant_id, before, after from audit_event where object = $1 and result = 'ok' order by event_id",
      [feedbackNo],
    );

  noticesOf = (feedbackNo: string): Promise<Record<string, unknown>[]> =>
    this.app.rows(
      "select tenant_id, user_id, kind, title, text from notice where place = 'feedback' and place_id = $1 order by created_at",
      [feedbackNo],
    );

  /** Moves the clock; sessions, which end meanwhile, are not the subject. */
  async pass(span: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
    await this.app.clock.advance(span);
    await this.app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
  }

  close = (): Promise<void> => this.app.close();
}

/** Opens the fixture. */
export const openFeedbackFixture = async (options: TestAppOptions = {}): Promise<FeedbackFixture> => {
  const app = await testApp(options);
  const [first, second] = [await makeMerchant(app, '王小明'), await makeMerchant(app)];
  const finance = await enterStaff(app, 'feedback-finance', { roles: ['finance'] });
  const support = await enterStaff(app, 'feedback-support', { roles: ['support'] });
  return new FeedbackFixture(app, { first, second, finance, support });
};
