import { fen } from '@ronghui/domain/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import type { InvoiceIssuer, IssuerState, ReversalState } from '#kernel/issuer-port';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addOrder, applied, readyTenant } from '../invoice.fixture.ts';
import { invoiceJobs } from '../invoice.jobs.ts';

let app: TestApp;
let desk: TestBrowser;
let owner: Merchant;
let issuer: InvoiceIssuer;
let orderNo: string;
let invoiceNo: string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'with-issuer', { roles: ['finance'] });
  if (app.ports.invoiceIssuer === null) throw new Error('the demonstration has an issuer');
  issuer = app.ports.invoiceIssuer;
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
  orderNo = await addOrder(app, owner);
  invoiceNo = await applied(owner, { orderNos: [orderNo], type: 'special' });
});
afterEach(() => vi.restoreAllMocks());

const step = (verb: string, payload: object = {}) =>
  desk.call(`ops.invoice.${verb}`, { invoiceNo, version: 1, ...payload, idempotencyKey: newKey() });
const detail = async () => (await desk.call('ops.invoice.detail', { invoiceNo })).body.data;
const refund = async () => {
  const { version } = (await desk.call('ops.order.detail', { orderNo })).body.data;
  const step = { orderNo, version, reason: '不再需要', idempotencyKey: newKey() };
  expect((await desk.call('ops.order.refund', step)).status).toBe(200);
};
const lost = (): never => {
  throw new Error('the answer was lost');
};
/** The issuer does what it is asked, and its answer is lost once. */
const loseRequest = () => {
  const { request } = issuer;
  return vi.spyOn(issuer, 'request').mockImplementationOnce((invoice) => request(invoice).then(lost));
};
const answer = (state: IssuerState) => vi.spyOn(issuer, 'state').mockResolvedValueOnce(state);
const answerReversal = (state: ReversalState) => vi.spyOn(issuer, 'askReversal').mockResolvedValueOnce(state);
/** The job asks about everything that is due after some minutes. */
const ask = async (minutes = 2) => {
  await app.clock.advance({ minutes });
  const [job] = invoiceJobs;
  await job?.run({ database: app.database, ports: app.ports, log: app.ports.log });
};
const noticesOf = async () =>
  (
    await app.rows(
      "select title from notice where tenant_id = $1 and place = 'invoice' order by created_at, notice_id",
      [owner.tenantId],
    )
  ).map(({ title }) => title);
const mailsOf = async () =>
  (await app.sent('mail')).flatMap(({ subject }) => (subject?.endsWith(invoiceNo) ? [subject] : []));
const covers = async () =>
  (await app.rows('select is_covering from invoice_item where invoice_no = $1', [invoiceNo]))[0]?.['is_covering'];
const trailOf = async () =>
  (
    await app.rows(
      "select event, after from audit_event where object = $1 and event like '%invoice%' and result = 'ok' order by event_id",
      [invoiceNo],
    )
  ).flatMap(({ event, after }) =>
    event === 'invoice.apply' ? [] : [`${String(event)} ${(after as { status?: string }).status}`],
  );

describe('receipts 5.1 an invoice that the issuer was asked for', () => {
  it('receipts 5.1 is 开票中 until the job learns that it is issued; the merchant has it and a notice', async () => {
    answer({ kind: 'pending' });
    expect((await step('issue')).body.data).toEqual({ invoiceNo, status: 'issuing', version: 1 });
    expect(await detail()).toMatchObject({ status: 'issuing', withIssuer: { step: 'issue', isUnknown: false } });
    expect((await owner.browser.call('invoice.detail', { invoiceNo })).body.data).toMatchObject({ status: 'issuing' });
    expect((await owner.browser.call('invoice.sum', {})).body.data.underWay).toMatchObject({
      count: 1,
      amount: 106_000,
    });
    await ask();
    expect(await detail()).toMatchObject({ status: 'issued', hasFile: true, version: 2 });
    expect(await detail()).not.toHaveProperty('withIssuer');
    expect(await noticesOf()).toEqual(['开票申请已提交', '发票已开具']);
    expect(await trailOf()).toEqual(['ops.invoice.issue issuing', 'job.invoice.issue issued']);
  });

  it('receipts 5.1 is not rejected meanwhile, and asked for again by the same reference: one invoice, one number', async () => {
    const asked = loseRequest();
    expect((await step('issue')).body.data).toMatchObject({ status: 'issuing', version: 1 });
    expect(await step('reject', { reason: '抬头有误' })).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    const typed = { number: '26332000009876543299' };
    expect(await step('issue', typed)).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    answer({ kind: 'absent' });
    expect((await step('issue')).body.data).toMatchObject({ status: 'issued', version: 2 });
    const references = asked.mock.calls.map(([{ reference }]) => reference);
    expect(references).toEqual([invoiceNo, invoiceNo]);
    expect(await detail()).not.toHaveProperty('withIssuer');
  });

  it('receipts 5.1 waits for a person, who reads what to do and where, and is issued afterwards', async () => {
    answer({ kind: 'needsPerson', reason: '开票员需要刷脸认证', url: 'https://tax.example/face' });
    expect((await step('issue')).body.data).toEqual({ invoiceNo, status: 'needsPerson', version: 2 });
    expect((await detail()).withIssuer).toMatchObject({ note: '开票员需要刷脸认证', url: 'https://tax.example/face' });
    answer({ kind: 'needsPerson', reason: '请再次\n刷脸', url: 'javascript:alert(1)' });
    await ask();
    const { withIssuer, version } = await detail();
    expect(withIssuer).toMatchObject({ note: '请再次 刷脸' });
    expect(withIssuer).not.toHaveProperty('url');
    expect(version).toBe(3);
    expect(await mailsOf()).toEqual([`新的开票申请 ${invoiceNo}`, `开票需要人工处理 ${invoiceNo}`]);
    expect((await step('issue', { version: 3 })).body.data).toMatchObject({ status: 'issued', version: 4 });
  });

  it('R10.12 is kept as issued when its order was refunded meanwhile, and a mail asks the desk to reverse it', async () => {
    answer({ kind: 'pending' });
    await step('issue');
    await refund();
    const mails = await app.sent('mail');
    const mail = mails.find(({ subject }) => subject?.startsWith(`订单 ${orderNo} 已退款`));
    expect(mail?.text).toContain('正在开票，开具后请红冲');
    expect((await step('issue')).body.data).toMatchObject({ status: 'issued' });
    expect(await detail()).toMatchObject({ status: 'issued', hasRefunded: true, refundedNos: [orderNo] });
    expect((await step('reverse', { version: 2, reason: '订单已退款', code: '03' })).status).toBe(200);
  });

  it('R10.12 survives a file that could not be kept and a refund after it', async () => {
    const marked = await app.ports.files.mark();
    await app.ports.files.setMark('another-store');
    expect((await step('issue')).status).toBe(503);
    await refund();
    expect(await step('reject', { reason: '订单已退款' })).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    await ask();
    expect(await detail()).toMatchObject({ status: 'issuing' });
    await app.ports.files.setMark(marked ?? '');
    await ask(6);
    expect(await detail()).toMatchObject({ status: 'issued', hasFile: true });
  });

  it('receipts 5.1 that is refused is 待开票 again, with why, at once or when the job learns it', async () => {
    answer({ kind: 'refused', reason: '抬头不存在' });
    expect(await step('issue')).toMatchObject({ status: 409, body: { errCode: 'RHIN005' } });
    expect(await detail()).toMatchObject({ status: 'applied', version: 2, issuerRefusal: '抬头不存在' });
    answer({ kind: 'pending' });
    expect((await step('issue', { version: 2 })).status).toBe(200);
    answer({ kind: 'refused', reason: '本月开票额度不足' });
    await ask();
    expect(await detail()).toMatchObject({ status: 'applied', version: 3, issuerRefusal: '本月开票额度不足' });
    expect(await mailsOf()).toContain(`开票服务没有办理 ${invoiceNo}`);
    expect((await step('reject', { version: 3, reason: '抬头有误' })).status).toBe(200);
    expect(await detail()).not.toHaveProperty('issuerRefusal');
  });

  it('receipts 5.1 with a number that another application has is not stored: a person looks', async () => {
    const number = `2622${String(app.clock.now().getTime()).padStart(16, '0')}`;
    await step('issue', { number });
    invoiceNo = await applied(owner, { orderNos: [await addOrder(app, owner)] });
    const twice = { kind: 'issued', number, issuedAt: app.clock.now(), isDemonstration: false, files: {} } as const;
    answer(twice);
    expect(await step('issue')).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'number' }] } } });
    answer(twice);
    await ask();
    expect(await detail()).toMatchObject({
      status: 'needsPerson',
      withIssuer: { note: expect.stringContaining(number) },
    });
  });

  it('R10.12 for which the issuer never answers is of unknown result after half an hour, and staff free it with a reason', async () => {
    vi.spyOn(issuer, 'state').mockImplementation(lost);
    const resolve = (reason = '开票服务查询：没有开出') => step('resolve', { reason });
    expect(await resolve()).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await step('issue')).body.data).toMatchObject({ status: 'issuing' });
    expect((await detail()).withIssuer).toMatchObject({ step: 'issue', isUnknown: false });
    expect(await resolve()).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    await app.rows(`update invoice set issuer_since = issuer_since - interval '31 minutes' where invoice_no = $1`, [
      invoiceNo,
    ]);
    // A repeated question does not begin the time again.
    expect((await step('issue')).status).toBe(200);
    expect((await detail()).withIssuer).toMatchObject({ isUnknown: true });
    expect(await resolve('　')).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'reason' }] } } });
    expect(await step('resolve', { reason: '没有', version: 2 })).toMatchObject({ status: 409 });
    expect((await step('resolve', { reason: '没有', invoiceNo: 'nothing' })).status).toBe(404);
    expect((await resolve()).body.data).toEqual({ invoiceNo, status: 'applied', version: 1 });
    expect(await detail()).not.toHaveProperty('withIssuer');
    const trail = await app.rows(
      `select tenant_id, after from audit_event where operation = 'ops.invoice.resolve' and object = $1 and result = 'ok'`,
      [invoiceNo],
    );
    expect(trail).toEqual([
      { tenant_id: owner.tenantId, after: { issuerStep: null, reason: '开票服务查询：没有开出' } },
    ]);
    const typed = { number: `2655${String(app.clock.now().getTime()).padStart(16, '0')}` };
    expect((await step('issue', typed)).body.data).toMatchObject({ status: 'issued' });
  });
});

describe('receipts 5.1 the quota of an issuer', () => {
  it('receipts 5.1 that does not last for what waits is a warning each hour and one mail a day', async () => {
    const [, job] = invoiceJobs;
    const look = () => job?.run({ database: app.database, ports: app.ports, log: app.ports.log });
    const mails = async () => (await app.sent('mail')).filter(({ subject }) => subject === '开票额度不足').length;
    const warnings = () => app.logged.filter(({ facts }) => facts['event'] === 'issuerQuotaLow').length;
    await look();
    vi.spyOn(issuer, 'quota').mockResolvedValue({ left: fen(1_000_000_000) });
    await look();
    expect([warnings(), await mails()]).toEqual([0, 0]);
    vi.spyOn(issuer, 'quota').mockResolvedValue({ left: fen(105_999) });
    await look();
    await look();
    expect([warnings(), await mails()]).toEqual([2, 1]);
  });
});

describe('receipts 5.1 a reversal that the issuer was asked for', () => {
  it('receipts 5.1 waits for the buyer, covers until it is reversed, and then has the red number', async () => {
    await step('issue');
    answerReversal({ kind: 'waitingForBuyer' });
    const reply = await step('reverse', { version: 2, reason: '商户要求换开', code: '04' });
    expect(reply.body.data).toEqual({ invoiceNo, status: 'reversing', version: 3 });
    expect(await detail()).toMatchObject({ status: 'reversing', withIssuer: { step: 'reverse' } });
    expect(await covers()).toBe(true);
    const again = await owner.browser.call('invoice.apply', {
      orderNos: [orderNo],
      type: 'normal',
      idempotencyKey: newKey(),
    });
    expect(again).toMatchObject({ status: 409, body: { errCode: 'RHIN001' } });
    const asked = answerReversal({ kind: 'waitingForBuyer' });
    await ask();
    expect(asked.mock.calls.map(([{ reason }]) => reason)).toEqual(['04', '04']);
    expect(await detail()).toMatchObject({ status: 'reversing', version: 3 });
    await ask();
    expect(await detail()).toMatchObject({ status: 'reversed', reason: '商户要求换开', version: 4 });
    expect(await covers()).toBe(false);
    expect(await app.rows('select red_number from invoice where invoice_no = $1', [invoiceNo])).toEqual([
      { red_number: expect.stringMatching(/^\d{20}$/) },
    ]);
    expect((await noticesOf()).slice(2)).toEqual(['红冲等待您确认', '发票已红冲']);
  });

  it('receipts 5.1 that the buyer refuses leaves the invoice as issued, with why', async () => {
    await step('issue');
    answerReversal({ kind: 'refused', reason: '购买方不同意红冲' });
    const refused = await step('reverse', { version: 2, reason: '商户要求换开' });
    expect(refused).toMatchObject({ status: 409, body: { errCode: 'RHIN005' } });
    expect(await detail()).toMatchObject({ status: 'issued', version: 3, issuerRefusal: '购买方不同意红冲' });
    expect(await covers()).toBe(true);
    answerReversal({ kind: 'waitingForBuyer' });
    await step('reverse', { version: 3, reason: '商户要求换开' });
    answerReversal({ kind: 'refused', reason: '购买方未在规定时间内确认' });
    await ask();
    expect(await detail()).toMatchObject({ status: 'issued', issuerRefusal: '购买方未在规定时间内确认' });
    expect(await mailsOf()).toContain(`开票服务没有办理 ${invoiceNo}`);
  });

  it('R10.12 is made once: a repeated reversal has the reference and the reasons of the first', async () => {
    await step('issue');
    const { askReversal } = issuer;
    const asked = vi
      .spyOn(issuer, 'askReversal')
      .mockImplementationOnce((reversal) => askReversal(reversal).then(lost));
    expect(await step('reverse', { version: 2, reason: ' ' })).toMatchObject({ status: 422 });
    expect(await step('reverse', { version: 2, reason: '错', code: '05' })).toMatchObject({ status: 422 });
    const first = await step('reverse', { version: 2, reason: '商户要求换开', code: '02' });
    expect(first.body.data).toMatchObject({ status: 'reversing', version: 2 });
    expect((await step('reverse', { version: 2, reason: '另一个原因', code: '01' })).body.data).toMatchObject({
      status: 'reversed',
    });
    const [one, two] = asked.mock.calls.map(([reversal]) => reversal);
    expect(two).toEqual(one);
    expect(one).toMatchObject({ reason: '02' });
    expect(await detail()).toMatchObject({ status: 'reversed', reason: '商户要求换开' });
  });

  it('R10.12 with a typed number is only registered as reversed', async () => {
    const asked = vi.spyOn(issuer, 'askReversal');
    await step('issue', { number: `2644${String(Date.now()).padStart(16, '0')}` });
    expect((await step('reverse', { version: 2, reason: '商户要求换开' })).status).toBe(200);
    expect(asked).not.toHaveBeenCalled();
  });

  it('R10.12 with a typed number it is reversed elsewhere, also when its file was handed over', async () => {
    const asked = vi.spyOn(issuer, 'askReversal');
    await step('issue', { number: `2633${String(Date.now()).padStart(16, '0')}` });
    expect((await desk.upload('ops.invoice.upload', 'a.pdf', pdf, { invoiceNo, version: 2 })).status).toBe(200);
    expect(await detail()).toMatchObject({ hasFile: true, hasIssuer: false });
    expect((await step('reverse', { version: 3, reason: '商户要求换开' })).status).toBe(200);
    expect(asked).not.toHaveBeenCalled();
  });
});
