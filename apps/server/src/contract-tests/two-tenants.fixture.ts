import { createHash } from 'node:crypto';
import { addAgreements } from '#features/agreement/agreement.steps';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { save } from '#features/bill/line.fixture';
import {
  certificationAgreement,
  certifierOf,
  certifyTenant,
  codes,
} from '#features/certification/certification.fixture';
import { decideCertification } from '#features/certification/certification.review';
import { askExport, exported } from '#features/export/export.fixture';
import { photograph } from '#features/file/file.fixture';
import { alipayVariables } from '#features/intent/intent.fixture';
import { loanPurchase, type OrderFixture, openOrderFixture, purchase } from '#features/order/order.fixture';
import { join, logIn, type Merchant, makeMerchant, stepTicket } from '#features/tenant/tenant.fixture';
import { operatorAuthor } from '#kernel/command-verb';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

type Payload = Readonly<Record<string, unknown>>;

const must = (reply: TestReply): TestReply['body']['data'] => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const write = async (by: Merchant, operation: string, payload: Payload) =>
  must(await by.browser.call(operation, { ...payload, idempotencyKey: newKey() }));

const steps = { made: [], approved: ['approve'], active: ['approve', 'acceptPayment', 'activate'] } as const;

/** The application with a catalogue, and one of everything that a merchant can have, each created by its operation. */
export class TwoTenants {
  readonly app: TestApp;
  readonly #orders: OrderFixture;
  readonly #photo: Buffer;
  readonly #bills = new Map<string, Promise<AddedBill>>();
  #made = 0;

  constructor(orders: OrderFixture, photo: Buffer) {
    this.app = orders.app;
    this.#orders = orders;
    this.#photo = photo;
  }

  /** A merchant with an empty tenant. */
  merchant = (): Promise<Merchant> => makeMerchant(this.app);

  /** An unused mobile. */
  mobile = (): string => `1360000${String((this.#made += 1)).padStart(4, '0')}`;

  ticket = ({ browser }: Merchant, purpose: 'step' | 'closeAccount' = 'step'): Promise<string> =>
    stepTicket(this.app, browser, purpose);

  async picture({ browser }: Merchant): Promise<string> {
    return String(must(await browser.upload('file.upload', '图.jpg', this.#photo)).fileId);
  }

  /** An order, reduced to its id. */
  async order(owner: Merchant, until: keyof typeof steps = 'made'): Promise<string> {
    const orderNo = String((await write(owner, 'portal.purchase', purchase)).orderNo);
    await this.#orders.certify(owner);
    for (const step of steps[until]) {
      if (!(await this.#orders.takeStep(step, orderNo))) throw new Error(`${step} was refused`);
    }
    return orderNo;
  }

  /** An order whose payment voucher was sent. */
  async paidOrder(owner: Merchant): Promise<string> {
    const orderNo = await this.order(owner, 'approved');
    must(await this.#orders.sendVoucher(owner, orderNo));
    return orderNo;
  }

  /** An order of a loan product, with its own consents. */
  async loan(owner: Merchant): Promise<string> {
    return String((await write(owner, 'portal.purchase', loanPurchase)).orderNo);
  }

  /** The record that this tenant's data was given to an organisation. */
  async consent(owner: Merchant): Promise<string> {
    await this.loan(owner);
    return this.#one(
      'select consent_id as id from consent where tenant_id = $1 and org_id is not null order by granted_at desc',
      owner.tenantId,
    );
  }

  /** An organisation that received data of no other tenant, so that its name identifies the record. */
  async org(owner: Merchant): Promise<string> {
    const orgName = `机构 ${owner.tenantId}`;
    await this.app.rows(
      `insert into consent (tenant_id, consent_id, user_id, scene, agreement_id, agreement_version, sha256, address, request_id, org_name)
        values ($1, $2, $3, 'dataSharing', 'data-sharing', '2026-11', $4, '', '', $5)`,
      [
        owner.tenantId,
        this.app.ports.ids.id(),
        owner.userId,
        createHash('sha256').update(orgName).digest('hex'),
        orgName,
      ],
    );
    return this.#one(
      "select org_id as id from consent where tenant_id = $1 and org_name like '机构 %'",
      owner.tenantId,
    );
  }

  /** What the company submitted about itself. */
  async submission({ browser }: Merchant): Promise<string> {
    const certifier = await certifierOf(this.app, browser, 1);
    return String(must(await certifier.submit()).submissionNo);
  }

  /** A certification in force. */
  async certify(owner: Merchant): Promise<void> {
    // A code that no other test form uses.
    const certifier = await certifierOf(this.app, owner.browser, 1);
    const submissionNo = String(must(await certifier.submit({ uscc: codes[1] })).submissionNo);
    const decision = { kind: 'approve', submissionNo } as const;
    const { database, ports } = this.app;
    const { ok } = await database.transact('service', (tx) => decideCertification(tx, ports, operatorAuthor, decision));
    if (!ok) throw new Error('the certification was not approved');
  }

  /** A complete form without its pictures. */
  async form({ browser }: Merchant): Promise<Payload> {
    const { form } = await certifierOf(this.app, browser, 1);
    return { ...form, agreements: [{ id: certificationAgreement.id, version: certificationAgreement.version }] };
  }

  /** The reminder that the desk's approval of an order creates. */
  async notice(owner: Merchant): Promise<string> {
    await this.order(owner, 'approved');
    return this.#one('select notice_id as id from notice where tenant_id = $1', owner.tenantId);
  }

  /** Another member of the tenant. */
  async colleague(host: Merchant): Promise<string> {
    const guest = await this.merchant();
    await join(this.app, host, { guest, role: 'viewer' });
    return guest.userId;
  }

  /** An invitation by a tenant. */
  async invitationBy(host: Merchant, mobile = this.mobile()): Promise<string> {
    const payload = { mobile, role: 'viewer', stepTicket: await this.ticket(host) };
    return String((await write(host, 'member.invite', payload)).invitationId);
  }

  /** An invitation into another person's tenant. */
  async invitationTo(guest: Merchant): Promise<string> {
    return this.invitationBy(await this.merchant(), guest.mobile);
  }

  /** A member who joined by an invitation. */
  async acceptedInvitation(host: Merchant): Promise<void> {
    const guest = await this.merchant();
    await write(guest, 'member.accept', { invitationId: await this.invitationBy(host, guest.mobile) });
  }

  /** A second session of the same user. */
  async session({ mobile }: Merchant): Promise<string> {
    const { keyId } = await logIn(this.app, mobile);
    return this.#one("select session_id as id from session where key_id = split_part($1, '.', 1)", keyId);
  }

  /** The bill of a tenant that has one: pending, with two lines. */
  bill(owner: Merchant): Promise<AddedBill> {
    const bill = this.#bills.get(owner.tenantId) ?? addBill(this.app, owner, { fees: [70_000, 50_000] });
    this.#bills.set(owner.tenantId, bill);
    return bill;
  }

  /** A feedback on a bill of its own, which waits for its answer. */
  async feedback(owner: Merchant, fileIds: readonly string[] = []): Promise<string> {
    const { billNo } = await addBill(this.app, owner);
    const claim = { billNo, claimedAmount: 1, reason: '金额不符', ...(fileIds.length === 0 ? {} : { fileIds }) };
    return String((await write(owner, 'bill.varianceFeedback', claim)).feedbackNo);
  }

  /** A feedback that was rejected. */
  async answeredFeedback(owner: Merchant): Promise<string> {
    const feedbackNo = await this.feedback(owner);
    await save(this.app, 'feedback.handle', { feedbackNo, action: 'reject', reason: '核对无误', version: 1 });
    return feedbackNo;
  }

  /** A feedback on lines that was accepted, so that what stands of them has changed. */
  async adjustedFeedback(owner: Merchant): Promise<void> {
    const { billNo, lineIds } = await addBill(this.app, owner);
    const claim = { billNo, claimedAmount: 1, reason: '金额不符', lineIds };
    const { feedbackNo } = await write(owner, 'bill.varianceFeedback', claim);
    await save(this.app, 'feedback.handle', { feedbackNo, action: 'accept', reason: '核对属实', version: 1 });
  }

  /** A copy of one's data, asked for or made. */
  async exported(owner: Merchant, until: 'queued' | 'done'): Promise<string> {
    const { exportId } = must(await owner.browser.call('user.exportData', {}));
    if (until === 'done') await this.app.app.sentJobs.drain();
    return String(exportId);
  }

  /** An export of a list. */
  async listExport(owner: Merchant, until: 'queued' | 'done'): Promise<string> {
    await certifyTenant(this.app, owner);
    if (until === 'done') return exported(this.app, owner);
    return String(must(await askExport(owner)).exportId);
  }

  /** A code that was mailed. */
  async mailCode({ browser }: Merchant, email: string): Promise<string> {
    must(await browser.call('user.sendVerifyCode', { channel: 'email', target: email, scene: 'updateEmail' }));
    const mails = await this.app.sent('mail');
    return /验证码 (\d+)/.exec(mails.findLast(({ to }) => to === email)?.['subject'] ?? '')?.[1] ?? '';
  }

  /** What a change of the mobile takes: a proof, the second factor that asks for it, and both codes. */
  async mobileChange(owner: Merchant): Promise<Payload> {
    const stepTicket = await this.ticket(owner);
    const factor = 'insert into user_totp (user_id, secret_sealed, confirmed_at) values ($1, $2, app_now())';
    await this.app.rows(factor, [owner.userId, Buffer.from('sealed')]);
    const newMobile = this.mobile();
    const codeOf = async (mobile: string, asked: Payload): Promise<unknown> => {
      must(await owner.browser.call('user.sendVerifyCode', { channel: 'sms', ...asked }));
      return (await this.app.sent('sms')).findLast((sms) => sms['mobile'] === mobile)?.['code'];
    };
    const oldCode = await codeOf(owner.mobile, { scene: 'updateMobileOld' });
    const newCode = await codeOf(newMobile, { scene: 'updateMobileNew', target: newMobile });
    return { newMobile, oldCode, newCode, stepTicket };
  }

  close = (): Promise<void> => this.#orders.close();

  async #one(sql: string, value: string): Promise<string> {
    const [row] = await this.app.rows(`${sql} limit 1`, [value]);
    if (row === undefined) throw new Error(`nothing: ${sql}`);
    return String(row['id']);
  }
}

/** Opens the fixture. */
export const openTwoTenants = async (): Promise<TwoTenants> => {
  const orders = await openOrderFixture({
    env: alipayVariables(),
    limits: {
      smsPerMobilePerMinute: 1000,
      smsPerMobilePerHour: 1000,
      smsPerMobilePerDay: 1000,
      sessionsPerUser: 100_000,
    },
  });
  await orders.app.database.transact('service', (tx) => addAgreements(tx, [certificationAgreement]));
  return new TwoTenants(orders, await photograph('jpeg'));
};
