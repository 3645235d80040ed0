import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdf, runJob, zipOf } from '#features/file/file.fixture';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addOrder, applied, fullTitle, readyTenant } from './invoice.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let support: TestBrowser;
let owner: Merchant;
let invoiceNo: string;
let issued = 0;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'hands-over', { roles: ['finance'] });
  support = await enterStaff(app, 'looks-on', { roles: ['support'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
  invoiceNo = await applied(owner, { orderNos: [await addOrder(app, owner)], type: 'special' });
});

/** Issued in the tax bureau's own system, with the number that it gave. */
const register = async (): Promise<string> => {
  issued += 1;
  const number = String(26_332_000_000_000_000n + BigInt(issued)).padStart(20, '0');
  const reply = await desk.call('ops.invoice.issue', { invoiceNo, number, version: 1, idempotencyKey: newKey() });
  if (reply.status !== 200) throw new Error(reply.text);
  return number;
};
const upload = (name: string, bytes: Buffer, version = 2, by = desk) =>
  by.upload('ops.invoice.upload', name, bytes, { invoiceNo, version });
const trailOf = (operation: string) =>
  app.rows("select tenant_id, before, after from audit_event where object = $1 and event = $2 and result = 'ok'", [
    invoiceNo,
    operation,
  ]);

const xml = Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<EInvoice><Header/></EInvoice>\n');
const ofd = zipOf([
  { name: 'OFD.xml', text: '<?xml version="1.0" encoding="UTF-8"?><ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"/>' },
  { name: 'Doc_0/Document.xml', text: '<ofd:Document xmlns:ofd="http://www.ofdspec.org/2016"/>' },
]);

describe('R10.12 an invoice that was issued elsewhere', () => {
  it.each([
    ['票.pdf', pdf, 'application/pdf'],
    ['票.OFD', ofd, 'application/ofd'],
    ['票.xml', xml, 'application/xml'],
  ] as const)(
    'R5.7 is handed over as %s: its merchant gets a notice and downloads the same bytes',
    async (name, bytes, mime) => {
      const number = await register();
      const reply = await upload(name, bytes);
      expect(reply.body.data, reply.text).toEqual({ invoiceNo, status: 'issued', version: 3 });
      expect((await owner.browser.call('invoice.detail', { invoiceNo })).body.data).toMatchObject({ hasFile: true });
      const file = await owner.browser.call('invoice.download', { invoiceNo });
      expect(file.headers['content-type']).toBe(mime);
      expect(file.headers['content-disposition']).toMatch(/^attachment/);
      const ending = name.slice(name.lastIndexOf('.')).toLowerCase();
      expect(file.headers['content-disposition']).toContain(encodeURIComponent(`发票 ${number}${ending}`));
      expect(file.bytes.equals(bytes)).toBe(true);
      const [notice] = await app.rows(
        "select title from notice where tenant_id = $1 and place = 'invoice' order by created_at desc, notice_id desc limit 1",
        [owner.tenantId],
      );
      expect(notice?.['title']).toBe('发票文件可以下载了');
      expect(await trailOf('ops.invoice.upload')).toMatchObject([
        { after: { kind: ending.slice(1), size: bytes.length } },
      ]);
      const foreign = await makeMerchant(app);
      await readyTenant(app, foreign);
      expect((await foreign.browser.call('invoice.download', { invoiceNo })).status).toBe(404);
    },
  );

  it('R10.12 another file takes the place of the first, by the version that was seen', async () => {
    await register();
    expect((await upload('a.pdf', pdf)).status).toBe(200);
    expect(await upload('a.xml', xml, 2)).toMatchObject({ status: 409 });
    expect((await upload('a.xml', xml, 3)).status).toBe(200);
    const file = await owner.browser.call('invoice.download', { invoiceNo });
    expect(file.headers['content-type']).toBe('application/xml');
  });

  it('receipts 5.1 each kind of file that is kept is downloaded by its name, by merchant and desk, and no other', async () => {
    await register();
    expect((await upload('a.xml', xml)).status).toBe(200);
    expect((await upload('a.pdf', pdf, 3)).status).toBe(200);
    const { files } = (await owner.browser.call('invoice.detail', { invoiceNo })).body.data;
    expect(files).toEqual([
      { kind: 'pdf', isRed: false },
      { kind: 'xml', isRed: false },
    ]);
    const kept = { xml: ['application/xml', xml], pdf: ['application/pdf', pdf] } as const;
    for (const [kind, [mime, bytes]] of Object.entries(kept))
      for (const [browser, operation] of [
        [owner.browser, 'invoice.download'],
        [desk, 'ops.invoice.download'],
      ] as const) {
        const file = await browser.call(operation, { invoiceNo, kind });
        expect(file.headers['content-type']).toBe(mime);
        expect(file.bytes.equals(bytes)).toBe(true);
      }
    for (const other of [{ kind: 'ofd' }, { kind: 'xml', isRed: true }, { isRed: true }])
      expect((await owner.browser.call('invoice.download', { invoiceNo, ...other })).status).toBe(404);
  });

  it.each([
    ['a.docx', pdf, 'name'],
    ['a.pdf', xml, 'file'],
    ['a.ofd', pdf, 'file'],
    ['a.ofd', zipOf([{ name: 'xl/workbook.xml', text: '<workbook/>' }]), 'file'],
    ['a.ofd', zipOf([{ name: '../OFD.xml', text: '<ofd/>' }]), 'file'],
    ['a.xml', Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), 'file'],
    ['a.xml', Buffer.from('<html><script>1</script></html>'), 'file'],
    ['a.xml', Buffer.from([0x3c, 0xff, 0x3e]), 'file'],
  ] as const)(
    'security 4.8 %s with other or hostile content is refused, and nothing is kept',
    async (name, bytes, path) => {
      await register();
      expect(await upload(name, bytes)).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
      expect((await owner.browser.call('invoice.detail', { invoiceNo })).body.data).toMatchObject({ hasFile: false });
    },
  );

  it('security 4.8 one that is too large, that the store cannot take, or that follows too many is refused with its reason, and nothing is kept', async () => {
    await register();
    const size = 21 * 1024 * 1024;
    const tooLarge = await desk.upload('ops.invoice.upload', 'a.pdf', pdf, { invoiceNo, version: 2, size });
    expect(tooLarge).toMatchObject({ status: 413, body: { errCode: 'RHSY413' } });
    const mark = (await app.ports.files.mark()) ?? '';
    await app.ports.files.setMark('another-store');
    expect(await upload('a.pdf', pdf)).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
    await app.ports.files.setMark(mark);
    const busy = await enterStaff(app, 'hands-over-many', { roles: ['finance'] });
    const codes: unknown[] = [];
    for (let n = 0; n <= app.ports.limits.uploadsPerTenantPerMinute && codes.at(-1) !== 'RHSY429'; n += 1)
      codes.push((await upload('a.pdf', xml, 2, busy)).body.errCode);
    expect(codes.at(-1)).toBe('RHSY429');
    expect((await owner.browser.call('invoice.detail', { invoiceNo })).body.data).toMatchObject({ hasFile: false });
    expect((await upload('a.pdf', pdf)).status).toBe(200);
  });

  it('R6.3 only who issues hands over, and only what was issued elsewhere', async () => {
    expect(await upload('a.pdf', pdf, 1)).toMatchObject({ status: 409 });
    await desk.call('ops.invoice.issue', { invoiceNo, version: 1, idempotencyKey: newKey() });
    expect(await upload('a.pdf', pdf)).toMatchObject({ status: 409 });
    expect(await upload('a.pdf', pdf, 2, support)).toMatchObject({ status: 403 });
  });
});

describe('security 4.12 the account of a title', () => {
  it('security 4.11 is shown whole to who issues, counted and in the trail, which does not hold it', async () => {
    const ask = (by: TestBrowser, no = invoiceNo) => by.call('ops.invoice.reveal', { invoiceNo: no });
    expect((await ask(desk)).body.data).toEqual({ value: fullTitle.bankAccountNo });
    expect((await ask(support)).status).toBe(403);
    expect((await ask(desk, 'no-such-invoice')).status).toBe(404);
    const trail = await trailOf('ops.invoice.reveal');
    expect(trail).toMatchObject([{ tenant_id: owner.tenantId, after: { field: 'bankAccountNo' } }]);
    expect(JSON.stringify(trail)).not.toContain(fullTitle.bankAccountNo);
  });

  it('R10.12 is not found where the title has none', async () => {
    await app.rows(
      'update invoice set type = $2, title_account_sealed = null, title_account_masked = null where invoice_no = $1',
      [invoiceNo, 'normal'],
    );
    expect((await desk.call('ops.invoice.reveal', { invoiceNo })).status).toBe(404);
  });
});

// The clock goes on: what was logged in before is logged out.
describe('R5.7 the room of a file that was replaced', () => {
  it('R10.12 R5.7 the file of a kind that was replaced gives the room back that it took', async () => {
    await register();
    const files = () => app.rows('select mime from file where tenant_id = $1', [owner.tenantId]);
    for (const [version, name, bytes] of [
      [2, 'a.pdf', pdf],
      [3, 'a.xml', xml],
      [4, 'b.pdf', pdf],
    ] as const)
      expect((await upload(name, bytes, version)).status).toBe(200);
    expect(await files()).toHaveLength(3);
    await app.clock.advance({ hours: 2 });
    await runJob(app, 'file.tidy');
    const kept = new Set((await files()).map(({ mime }) => mime));
    expect(kept).toEqual(new Set(['application/pdf', 'application/xml']));
    expect(await files()).toHaveLength(2);
    expect(
      await app.rows('select from invoice join file using (tenant_id, file_id) where invoice_no = $1', [invoiceNo]),
    ).toHaveLength(1);
  });
});
