import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { addStaff, enterStaff, staffPassword } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { totpCode } from '#kernel/secrets/totp';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addOrder, applied, fullTitle, readyTenant } from './invoice.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let owner: Merchant;
let orderNo: string;
let invoiceNo: string;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'invoice-finance', { roles: ['finance'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
  orderNo = await addOrder(app, owner);
  invoiceNo = await applied(owner, { orderNos: [orderNo], type: 'special' });
});

type Payload = Readonly<Record<string, unknown>>;
const step = (verb: string, payload: Payload = {}, by = desk) =>
  by.call(`ops.invoice.${verb}`, { invoiceNo, version: 1, ...payload, idempotencyKey: newKey() });
const detail = async () => (await owner.browser.call('invoice.detail', { invoiceNo })).body.data;
const noticesOf = async () =>
  (
    await app.rows(
      "select title from notice where tenant_id = $1 and place = 'invoice' order by created_at, notice_id",
      [owner.tenantId],
    )
  ).map(({ title }) => title);
const trailOf = (object = invoiceNo) =>
  app.rows(
    "select operation from audit_event where object = $1 and operation like 'ops.%' and result = 'ok' order by event_id",
    [object],
  );

describe('R10.12 the issue', () => {
  it('R10.12 makes a readable PDF that says it is a demonstration, and the merchant downloads it', async () => {
    const reply = await step('issue');
    expect(reply.body.data).toEqual({ invoiceNo, status: 'issued', version: 2 });
    const issued = await detail();
    expect(issued).toMatchObject({ status: 'issued', hasFile: true, isDemonstration: true });
    expect(issued.number).toMatch(/^\d{20}$/);
    const file = await owner.browser.call('invoice.download', { invoiceNo });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toContain(encodeURIComponent(`发票 ${issued.number}.pdf`));
    const hexOf = (words: string) => Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase();
    expect(file.text.startsWith('%PDF-1.7')).toBe(true);
    for (const words of ['示例，非税务凭证', issued.number, fullTitle.name, '员工弹性福利', fullTitle.bankAccountNo]) {
      expect(file.text, words).toContain(hexOf(words));
    }
    expect(await noticesOf()).toEqual(['开票申请已提交', '发票已开具']);
    expect(await trailOf()).toEqual([{ operation: 'ops.invoice.issue' }]);
    const [row = {}] = await app.rows(
      'select f.tenant_id, f.mime from file f join invoice i using (tenant_id, file_id) where invoice_no = $1',
      [invoiceNo],
    );
    expect(row).toEqual({ tenant_id: owner.tenantId, mime: 'application/pdf' });
  });

  it('R10.12 with a number that the desk typed has no file; a number is one invoice’s', async () => {
    const number = `2633${String(Date.now()).padStart(16, '0')}`;
    expect((await step('issue', { number })).status).toBe(200);
    expect(await detail()).toMatchObject({ number, hasFile: false, isDemonstration: false });
    expect((await owner.browser.call('invoice.download', { invoiceNo })).status).toBe(404);
    invoiceNo = await applied(owner, { orderNos: [await addOrder(app, owner)] });
    expect(await step('issue', { number })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'number' }] } },
    });
    expect(await step('issue', { number: '12' })).toMatchObject({ status: 422 });
    expect(await detail()).toMatchObject({ status: 'applied' });
  });

  it('R10.12 without a connected issuer the desk types the number', async () => {
    const real = await testApp({ env: { DEMO: 'off' } });
    try {
      const merchant = await makeMerchant(real);
      const totpSecret = randomBytes(20);
      await addStaff(real, 'finance-2', { roles: ['finance'], totpSecret });
      const staff = await real.openConsole();
      const totp = totpCode(totpSecret, Math.floor(real.clock.now().getTime() / 30_000));
      await staff.call('ops.login', { account: 'finance-2', pwd: staffPassword, totp });
      await readyTenant(real, merchant);
      const no = await applied(merchant, { orderNos: [await addOrder(real, merchant)] });
      const ask = (more: Payload) =>
        staff.call('ops.invoice.issue', { invoiceNo: no, version: 1, ...more, idempotencyKey: newKey() });
      expect(await ask({})).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'number' }] } } });
      expect((await ask({ number: '26332000001234567890' })).status).toBe(200);
    } finally {
      await real.close();
    }
  });

  it('R8.6 answers OPSB0005 when the store of files does not work, and nothing is issued', async () => {
    const marked = await app.ports.files.mark();
    const down = { status: 503, body: { errCode: 'OPSB0005' } };
    await app.ports.files.setMark('another-store');
    expect(await step('issue')).toMatchObject(down);
    await app.ports.files.setMark(marked ?? '');
    expect(await detail()).toMatchObject({ status: 'issuing', hasFile: false });
    await step('issue');
    await app.ports.files.setMark('another-store');
    // The file is not in the folder that stands in the place of the store.
    await app.rows("update file set storage_key = storage_key || '-away' where tenant_id = $1", [owner.tenantId]);
    expect(await owner.browser.call('invoice.download', { invoiceNo })).toMatchObject(down);
    await app.ports.files.setMark(marked ?? '');
  });
});

describe('R10.12 rejection and reversal', () => {
  it.each([
    { verb: 'reject', reason: '抬头有误', status: 'rejected', title: '开票申请被驳回', version: 1 },
    { verb: 'reverse', reason: '商户要求换开', status: 'reversed', title: '发票已红冲', version: 2 },
  ])(
    'R10.12 $verb needs a reason, tells the merchant, and frees what was covered',
    async ({ verb, reason, status, title, version }) => {
      if (verb === 'reverse') await step('issue');
      expect(await step(verb, { version, reason: '  ' })).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'reason' }] } },
      });
      const candidates = async () =>
        (await owner.browser.call('invoice.candidates', { kind: 'order' })).body.data.items.length;
      expect(await candidates()).toBe(0);
      expect((await step(verb, { version, reason })).body.data).toEqual({ invoiceNo, status, version: version + 1 });
      expect(await detail()).toMatchObject({ status, reason, endedAt: expect.stringMatching(/Z$/) });
      expect(await noticesOf()).toContain(title);
      expect(await candidates()).toBe(1);
      const again = await applied(owner, { orderNos: [orderNo] });
      expect(again).not.toBe(invoiceNo);
    },
  );

  it('R10.12 R4.12 steps that the status does not allow, or of another version, are a 409 that changes nothing and names who was first', async () => {
    expect((await step('reverse', { reason: '早' })).status).toBe(409);
    expect((await step('reject', { reason: '旧', version: 7 })).status).toBe(409);
    expect((await step('issue', { version: 7 })).status).toBe(409);
    await step('reject', { reason: '抬头有误' });
    expect((await step('issue', { version: 2 })).status).toBe(409);
    const again = await step('reject', { version: 2, reason: '再次' });
    expect(again).toMatchObject(cameSecond(somebody, '驳回开票申请'));
    expect(await detail()).toMatchObject({ status: 'rejected', version: 2 });
    expect(await trailOf()).toHaveLength(1);
  });

  it('R10.12 of an issue and a rejection at once one wins, with one audit and one notice', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? step('issue') : step('reject', { reason: '抬头有误' }))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await detail()).toMatchObject({ version: 2 });
    expect(await trailOf()).toHaveLength(1);
    expect(await noticesOf()).toHaveLength(2);
  });

  it('R4.12 a step that is repeated with its key answers as before', async () => {
    const payload = { invoiceNo, version: 1, reason: '抬头有误', idempotencyKey: newKey() };
    const [one, two] = [await desk.call('ops.invoice.reject', payload), await desk.call('ops.invoice.reject', payload)];
    expect(two?.body.data).toEqual(one?.body.data);
    expect(await trailOf()).toHaveLength(1);
  });
});

describe('R10.12 refunds', () => {
  const refund = async (no: string) => {
    const { version } = (await desk.call('ops.order.detail', { orderNo: no })).body.data;
    const step = { orderNo: no, version, reason: '不再需要', idempotencyKey: newKey() };
    const replies = [await desk.call('ops.order.refund', step), await desk.call('ops.order.refund', step)];
    return replies.map(({ status }) => status);
  };
  const refundMails = async (no: string) =>
    (await app.sent('mail')).filter(({ subject }) => subject?.startsWith(`订单 ${no} 已退款，请处理发票`));

  it('R10.12 of an order that an invoice covers are reported to the desk once; others are not', async () => {
    await step('issue');
    expect(await refund(orderNo)).toEqual([200, 200]);
    const mails = await refundMails(orderNo);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.['text']).toContain('已开票的请红冲');
    const other = await addOrder(app, owner);
    await refund(other);
    expect(await refundMails(other)).toEqual([]);
  });

  it('R10.12 an order that was refunded since it was applied for is not invoiced, by the issuer or by a typed number', async () => {
    expect(await refund(orderNo)).toEqual([200, 200]);
    for (const more of [{}, { number: '26332000009876543210' }]) {
      expect(await step('issue', more)).toMatchObject({ status: 409, body: { errCode: 'RHIN003' } });
    }
    expect(await detail()).toMatchObject({ status: 'applied', hasFile: false });
    expect((await step('reject', { reason: '订单已退款' })).status).toBe(200);
  });

  it('R10.12 a refund and an issue at once: the invoice is refused, or a mail asks the desk to reverse it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const no = await addOrder(app, owner);
      invoiceNo = await applied(owner, { orderNos: [no] });
      const [reply] = await Promise.all([step('issue'), refund(no)]);
      expect([200, 409]).toContain(reply.status);
      const [mail] = await refundMails(no);
      expect(mail?.['text']).toMatch(reply.status === 200 ? /请红冲/ : /待开票的请驳回/);
    }
  });

  it('R10.12 a refund and an application at once leave no invoice of a refunded order unreported', async () => {
    for (let round = 0; round < 5; round += 1) {
      const no = await addOrder(app, owner);
      const payload = { orderNos: [no], type: 'normal', idempotencyKey: newKey() };
      const [reply] = await Promise.all([owner.browser.call('invoice.apply', payload), refund(no)]);
      expect([200, 422]).toContain(reply.status);
      expect(await refundMails(no)).toHaveLength(reply.status === 200 ? 1 : 0);
    }
  });
});

describe('R11.6 the desk', () => {
  it('R6.3 finance issues, support only reads, others neither', async () => {
    for (const [role, reads, writes] of [
      ['support', 200, 403],
      ['review', 403, 403],
    ] as const) {
      const by = await enterStaff(app, `invoice-${role}`, { roles: [role] });
      expect((await by.call('ops.invoice.page')).status, role).toBe(reads);
      expect((await by.call('ops.invoice.detail', { invoiceNo })).status, role).toBe(reads);
      expect((await step('reject', { reason: '—' }, by)).status, role).toBe(writes);
    }
  });

  it('R10.12 lists the applications of all tenants by status, with their tenant and the account masked', async () => {
    const { items } = (await desk.call('ops.invoice.page', { status: 'applied' })).body.data;
    expect(items[0]).toMatchObject({ invoiceNo, tenantId: owner.tenantId, type: 'special' });
    const shown = await desk.call('ops.invoice.detail', { invoiceNo });
    expect(shown.body.data).toMatchObject({ invoiceNo, tenantId: owner.tenantId, items: [{ no: orderNo }] });
    expect(shown.text).not.toContain(fullTitle.bankAccountNo);
    expect(await desk.call('ops.invoice.page', { from: '2026-02-30' })).toMatchObject({ status: 422 });
  });
});
