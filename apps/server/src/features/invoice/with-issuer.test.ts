import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type InvoiceIssuer, IssuerRefused } from '#kernel/issuer-port';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addOrder, applied, readyTenant } from './invoice.fixture.ts';

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
const loseIssue = () => {
  const { issue } = issuer;
  return vi.spyOn(issuer, 'issue').mockImplementationOnce((invoice) => issue(invoice).then(lost));
};
const loseReversal = () => {
  const { reverse } = issuer;
  return vi.spyOn(issuer, 'reverse').mockImplementationOnce((reversal) => reverse(reversal).then(lost));
};

describe('R10.12 an invoice that the issuer made and the database does not have yet', () => {
  it('R10.12 is not rejected, and a retry asks for it by the same reference: one invoice, one number', async () => {
    const asked = loseIssue();
    expect((await step('issue')).status).toBe(500);
    expect(await detail()).toMatchObject({ status: 'applied', withIssuer: { step: 'issue' }, version: 1 });
    expect(await step('reject', { reason: '抬头有误' })).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    const typed = { number: '26332000009876543299' };
    expect(await step('issue', typed)).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    expect((await step('issue')).body.data).toMatchObject({ status: 'issued', version: 2 });
    const references = asked.mock.calls.map(([{ reference }]) => reference);
    expect(references).toEqual([invoiceNo, invoiceNo]);
    expect(await detail()).not.toHaveProperty('withIssuer');
  });

  it('R10.12 is kept as issued when its order was refunded meanwhile, and a mail asks the desk to reverse it', async () => {
    const { issue } = issuer;
    vi.spyOn(issuer, 'issue').mockImplementationOnce(async (invoice) => {
      const issued = await issue(invoice);
      await refund();
      return issued;
    });
    expect((await step('issue')).body.data).toMatchObject({ status: 'issued' });
    const mails = await app.sent('mail');
    const mail = mails.find(({ subject }) => subject?.startsWith(`订单 ${orderNo} 已退款`));
    expect(mail?.text).toContain('正在开票，开具后请红冲');
    expect(await detail()).toMatchObject({ status: 'issued', hasRefunded: true, refundedNos: [orderNo] });
    expect((await step('reverse', { version: 2, reason: '订单已退款' })).status).toBe(200);
  });

  it('R10.12 survives a file that could not be kept and a refund after it', async () => {
    const marked = await app.ports.files.mark();
    await app.ports.files.setMark('another-store');
    expect((await step('issue')).status).toBe(503);
    await app.ports.files.setMark(marked ?? '');
    await refund();
    expect(await step('reject', { reason: '订单已退款' })).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    expect((await step('issue')).body.data).toMatchObject({ status: 'issued' });
  });

  it('R10.12 of which the issuer surely made nothing is free for another step', async () => {
    vi.spyOn(issuer, 'issue').mockRejectedValueOnce(new IssuerRefused('the title is unknown'));
    expect(await step('issue')).toMatchObject({ status: 409, body: { errCode: 'RHIN005' } });
    expect(await detail()).not.toHaveProperty('withIssuer');
    expect((await step('reject', { reason: '抬头有误' })).status).toBe(200);
  });

  it('R10.12 is reversed once: a repeated reversal has the reference and the reason of the first', async () => {
    await step('issue');
    vi.spyOn(issuer, 'reverse').mockRejectedValueOnce(new IssuerRefused('the month is closed'));
    const refused = await step('reverse', { version: 2, reason: '商户要求换开' });
    expect(refused).toMatchObject({ status: 409, body: { errCode: 'RHIN005' } });
    expect(await detail()).not.toHaveProperty('withIssuer');
    const asked = loseReversal();
    expect(await step('reverse', { version: 2, reason: ' ' })).toMatchObject({ status: 422 });
    expect((await step('reverse', { version: 2, reason: '商户要求换开' })).status).toBe(500);
    expect(await detail()).toMatchObject({ status: 'issued', withIssuer: { step: 'reverse' } });
    expect((await step('reverse', { version: 2, reason: '另一个原因' })).body.data).toMatchObject({
      status: 'reversed',
    });
    const [first, second] = asked.mock.calls.map(([reversal]) => reversal);
    expect(second).toEqual(first);
    expect(await detail()).toMatchObject({ status: 'reversed', reason: '商户要求换开' });
  });

  it('R10.12 for which the issuer never answers is of unknown result after half an hour, and staff free it with a reason', async () => {
    vi.spyOn(issuer, 'issue').mockImplementation(lost);
    const resolve = (reason = '开票服务查询：没有开出') => step('resolve', { reason });
    expect(await resolve()).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await step('issue')).status).toBe(500);
    expect((await detail()).withIssuer).toMatchObject({ step: 'issue', isUnknown: false });
    expect(await resolve()).toMatchObject({ status: 409, body: { errCode: 'RHIN004' } });
    await app.rows(`update invoice set issuer_since = issuer_since - interval '31 minutes' where invoice_no = $1`, [
      invoiceNo,
    ]);
    // A repeated question does not begin the time again.
    expect((await step('issue')).status).toBe(500);
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

  it('R10.12 with a typed number is only registered as reversed', async () => {
    const asked = vi.spyOn(issuer, 'reverse');
    await step('issue', { number: `2644${String(Date.now()).padStart(16, '0')}` });
    expect((await step('reverse', { version: 2, reason: '商户要求换开' })).status).toBe(200);
    expect(asked).not.toHaveBeenCalled();
  });

  it('R10.12 with a typed number it is reversed elsewhere, also when its file was handed over', async () => {
    const asked = vi.spyOn(issuer, 'reverse');
    await step('issue', { number: `2633${String(Date.now()).padStart(16, '0')}` });
    expect((await desk.upload('ops.invoice.upload', 'a.pdf', pdf, { invoiceNo, version: 2 })).status).toBe(200);
    expect(await detail()).toMatchObject({ hasFile: true, hasIssuer: false });
    expect((await step('reverse', { version: 3, reason: '商户要求换开' })).status).toBe(200);
    expect(asked).not.toHaveBeenCalled();
  });
});
