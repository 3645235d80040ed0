import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterBilling } from '#features/bill/billing/billing.fixture';
import { addLine, addOrg, addProject, addStage } from '#features/bill/line.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { join, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let otherTenant: Merchant;

beforeAll(async () => {
  app = await testApp();
  otherTenant = await makeMerchant(app);
});
afterAll(() => app.close());

type Filter = Readonly<Record<string, unknown>>;
const page = async (by: Merchant, filter: Filter = {}) => (await by.browser.call('loanConsult.page', filter)).body.data;
const idsOf = async (by: Merchant, filter: Filter = {}): Promise<string[]> =>
  (await page(by, filter)).items.map(({ lineId }: { lineId: string }) => lineId);
const newTenant = async (): Promise<Merchant> => {
  const merchant = await makeMerchant(app);
  await certifyTenant(app, merchant);
  return merchant;
};

describe('R10.5 the lines', () => {
  it('R10.5 are the tenant’s own, the latest day first, with the length on page 1', async () => {
    const by = await newTenant();
    const stage_id = await addStage(app);
    const early = await addLine(app, by, { stage_id, occurred_on: '2026-10-02' });
    const late = await addLine(app, by, { stage_id, occurred_on: '2026-10-31' });
    // Another stage, and so another partition, between the two.
    const between = await addLine(app, by, { occurred_on: '2026-10-09' });
    await addLine(app, otherTenant, { stage_id });
    const found = await page(by, { pageSize: 10 });
    expect(found).toMatchObject({ total: 3, totalIsExact: true, page: 1, pageSize: 10, nextCursor: null });
    expect(found.items.map(({ lineId }: { lineId: string }) => lineId)).toEqual([late, between, early]);
    expect(found.items[0]).toEqual({
      lineId: late,
      loanNo: expect.stringMatching(/^L\d{6}$/),
      stageId: stage_id,
      orgId: expect.any(String),
      projectId: expect.any(String),
      productId: 'loan',
      borrowerMasked: '张*',
      loanAmount: 5_000_000,
      quantity: null,
      unit: '元',
      rate: null,
      amount: null,
      occurredOn: '2026-10-31',
    });
  });

  it('R10.5 are filtered by stage, organisation, project, product, reference and days, also together', async () => {
    const by = await newTenant();
    const [stage_id, org_id, project_id] = [await addStage(app), await addOrg(app), await addProject(app, by)];
    const shared = { stage_id, org_id, project_id };
    const one = await addLine(app, by, { ...shared, loan_no: 'HT-1001', occurred_on: '2026-10-03' });
    const two = await addLine(app, by, {
      ...shared,
      loan_no: 'HT-2002',
      occurred_on: '2026-10-04',
      product_id: 'card',
    });
    const three = await addLine(app, by, { loan_no: 'HT-1~1', occurred_on: '2026-10-05' });
    expect(await idsOf(by, { stageId: stage_id })).toEqual([two, one]);
    expect(await idsOf(by, { orgId: org_id })).toEqual([two, one]);
    expect(await idsOf(by, { projectId: project_id, productId: 'card' })).toEqual([two]);
    expect(await idsOf(by, { productId: 'loan' })).toEqual([three, one]);
    expect(await idsOf(by, { loanNo: 'HT-1' })).toEqual([three, one]);
    expect(await idsOf(by, { loanNo: 'HT-1001' })).toEqual([one]);
    expect(await idsOf(by, { loanNo: 'T-1' })).toEqual([]);
    expect(await idsOf(by, { from: '2026-10-04' })).toEqual([three, two]);
    expect(await idsOf(by, { from: '2026-10-04', to: '2026-10-04' })).toEqual([two]);
    expect(await idsOf(by, { stageId: 'no-such', orgId: org_id })).toEqual([]);
  });

  it('contract 4 the cursor continues over days and partitions without a gap or a repeat', async () => {
    const by = await newTenant();
    const [first, second, org_id, project_id] = [
      await addStage(app),
      await addStage(app),
      await addOrg(app),
      await addProject(app, by),
    ];
    const lines: { day: string; id: string }[] = [];
    for (let each = 0; each < 25; each += 1) {
      const day = `2026-10-0${1 + (each % 3)}`;
      const stage_id = each % 2 === 0 ? first : second;
      lines.push({ day, id: await addLine(app, by, { stage_id, org_id, project_id, occurred_on: day }) });
    }
    const order = ({ day, id }: { day: string; id: string }) => `${day} ${id}`;
    const expected = lines.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const part: { items: { lineId: string }[]; nextCursor: string | null } = await page(by, {
        pageSize: 10,
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...part.items.map(({ lineId }) => lineId));
      cursor = part.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(expected);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ from: '2026-10-01T00:00:00Z' }, 'from'],
    [{ page: 101, pageSize: 100 }, 'cursor'],
    [{ loanNo: 'x'.repeat(65) }, 'loanNo'],
  ])('R5.5 %j is a 422 that names %s', async (payload, path) => {
    const by = await newTenant();
    for (const id of 'page' in payload
      ? ['loanConsult.page']
      : ['loanConsult.page', 'loanConsult.sum', 'loanConsult.download']) {
      expect(await by.browser.call(id, payload)).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
  });

  it('R10.5 the same line is stored once: by stage, product, organisation, reference and day', async () => {
    const by = await newTenant();
    const line = {
      stage_id: await addStage(app),
      org_id: await addOrg(app),
      project_id: await addProject(app, by),
      loan_no: 'HT-1',
    };
    await addLine(app, by, line);
    await expect(addLine(app, by, line)).rejects.toThrow(/unique|duplicate/);
    await addLine(app, by, { ...line, product_id: 'card' });
    await addLine(app, by, { ...line, occurred_on: '2026-10-16' });
  });
});

describe('R10.5 the sums', () => {
  it('R10.5 are those of the whole filter: bases by unit, fees once their bill is issued, each direction its own', async () => {
    const by = await newTenant();
    const desk = await enterBilling(app);
    const fixed = (fee: number, per: 'line' | 'unit') => ({ kind: 'fixed', fee, per });
    await desk.rule({ productId: 'fee-paid', terms: { scheme: fixed(1001, 'line') } });
    await desk.rule({ productId: 'fee-got', terms: { direction: 'receivable', scheme: fixed(500, 'line') } });
    await desk.rule({ productId: 'fee-cards', terms: { unit: '张', scheme: fixed(2, 'unit') } });
    const [stage_id, org_id, project_id] = [await addStage(app), await addOrg(app), await addProject(app, by)];
    const shared = { stage_id, org_id, project_id };
    await addLine(app, by, { ...shared, product_id: 'fee-paid' });
    await addLine(app, by, { ...shared, product_id: 'fee-got', loan_fen: 1 });
    await addLine(app, by, { ...shared, product_id: 'fee-cards', loan_fen: null, quantity: 7, unit: '张' });
    await addLine(app, by, { loan_fen: null, quantity: 3, unit: '张' });
    await addLine(app, otherTenant, { ...shared, project_id: await addProject(app, otherTenant) });
    const sum = async (filter: Filter = {}) => (await by.browser.call('loanConsult.sum', filter)).body.data;
    const amounts = async () =>
      (await page(by, { stageId: stage_id })).items
        .map(({ amount }: { amount: number | null }) => amount)
        .toSorted((one: number, other: number) => one - other);
    const none = { count: 0, amount: 0 };
    const bases = { count: 4, loanAmount: 5_000_001, quantities: [{ unit: '张', quantity: 10 }] };
    await desk.generate(stage_id);
    expect(await sum()).toEqual({ ...bases, byDirection: { payable: none, receivable: none } });
    expect(await amounts()).toEqual([null, null, null]);
    // A part of the stage: the lines of the other bills have no amount yet.
    await desk.issue(stage_id, { productId: 'fee-paid' });
    expect(await sum()).toEqual({
      ...bases,
      byDirection: { payable: { count: 1, amount: 1001 }, receivable: none },
    });
    await desk.issue(stage_id);
    const byDirection = { payable: { count: 2, amount: 1015 }, receivable: { count: 1, amount: 500 } };
    expect(await sum()).toEqual({ ...bases, byDirection });
    expect(await sum({ productId: 'none' })).toEqual({
      count: 0,
      loanAmount: 0,
      quantities: [],
      byDirection: { payable: none, receivable: none },
    });
    expect(await amounts()).toEqual([14, 500, 1001]);
  });
});

/** The head and the rows of a file, above its totals. */
const rowsOf = (text: string): string[] => text.slice(0, text.indexOf('\r\n计费金额合计')).split('\r\n');

describe('R10.5 the download', () => {
  it('R10.5 states filter, moment, rows and totals as an export of the same filter does, each direction its own', async () => {
    const by = await newTenant();
    const desk = await enterBilling(app, 'download-finance');
    const fixed = (fee: number) => ({ kind: 'fixed', fee, per: 'line' });
    await desk.rule({ productId: 'down-paid', terms: { scheme: fixed(1001) } });
    await desk.rule({ productId: 'down-due', terms: { scheme: fixed(300), direction: 'receivable' } });
    const stage_id = await addStage(app);
    const place = { stage_id, org_id: await addOrg(app), project_id: await addProject(app, by) };
    for (const product_id of ['down-paid', 'down-paid', 'down-due']) await addLine(app, by, { ...place, product_id });
    await desk.generate(stage_id);
    await desk.issue(stage_id);
    await addLine(app, by);
    const filter = { stageId: stage_id, from: '2026-10-01' };
    const reply = await by.browser.call('loanConsult.download', filter);
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
    const [stage] = await app.rows('select name from stage where stage_id = $1', [stage_id]);
    const stated = reply.text.slice(reply.text.indexOf('\r\n计费金额合计') + 2).split('\r\n');
    expect(stated).toEqual([
      expect.stringMatching(/^计费金额合计,.*,150000\.00,/),
      expect.stringMatching(/^已出账应付合计,.*,20\.02,20\.02,/),
      expect.stringMatching(/^已出账应收合计,.*,3\.00,3\.00,/),
      '',
      '内容,业务明细',
      `筛选条件,账期：${String(stage?.['name'])}；日期：2026-10-01 起`,
      expect.stringMatching(/^数据时间,\d{4}-\d\d-\d\d \d\d:\d\d.*（筛选与金额以此刻为准）$/),
      '行数,3',
      '计费金额合计 · 计费金额,"¥150,000.00（3 行）"',
      '已出账应付合计 · 费用,¥20.02（2 行）',
      '已出账应付合计 · 反馈调整后,¥20.02（2 行）',
      '已出账应收合计 · 费用,¥3.00（1 行）',
      '已出账应收合计 · 反馈调整后,¥3.00（1 行）',
      '',
    ]);
    const { exportId } = (
      await by.browser.call('export.create', {
        kind: 'loanConsult',
        format: 'csv',
        filter,
        idempotencyKey: `download-${stage_id}`,
      })
    ).body.data;
    await app.app.sentJobs.drain();
    const exported = (await by.browser.call('export.download', { exportId })).text;
    expect(rowsOf(exported)).toEqual(rowsOf(reply.text));
    expect(exported).toContain(`筛选条件,账期：${String(stage?.['name'])}；日期：2026-10-01 起`);
  });

  it('R10.5 is a CSV of the filter with names, and without texts that start a formula', async () => {
    const by = await newTenant();
    const stage_id = await addStage(app);
    const [org_id, project_id] = [await addOrg(app), await addProject(app, by)];
    for (let each = 0; each < 3; each += 1) await addLine(app, by, { stage_id, org_id, project_id });
    await addLine(app, by, { stage_id, org_id, project_id, loan_no: '=1+1', borrower_masked: '@cmd' });
    await addLine(app, by);
    const reply = await by.browser.call('loanConsult.download', { stageId: stage_id });
    expect(reply.status).toBe(200);
    const name = String(reply.headers['content-disposition']);
    expect(decodeURIComponent(name)).toMatch(/filename\*=UTF-8''业务明细-\d{4}-\d\d-\d\d\.csv/);
    const [head, ...lines] = rowsOf(reply.text);
    expect(head).toContain('业务编号,日期,账期,机构,项目,产品,客户,计费金额（元）');
    expect(lines).toHaveLength(4);
    expect(reply.text).toContain("'=1+1,2026-10-15,账期");
    expect(reply.text).toContain(",'@cmd,50000.00,,元,");
    expect(reply.text).not.toContain(org_id);
    // The payload of the list as it is (contract 5); a file has no pages.
    const paged = await by.browser.call('loanConsult.download', { stageId: stage_id, page: 2, pageSize: 10 });
    expect(rowsOf(paged.text)).toHaveLength(5);
  });

  it('R10.5 over 50,000 lines is a 409 that points to the export', async () => {
    const by = await newTenant();
    await addLine(app, by);
    await app.rows(
      `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, loan_fen, unit, occurred_on)
        select tenant_id, stage_id, 'M' || n, project_id, product_id, org_id, 1, unit, occurred_on
          from bill_line, generate_series(1, 50000) n where tenant_id = $1`,
      [by.tenantId],
    );
    expect(await by.browser.call('loanConsult.download')).toMatchObject({
      status: 409,
      body: { errCode: 'RHLC001', data: { limit: 50_000, operationId: 'export.create' } },
    });
    const whole = await by.browser.call('loanConsult.download', { loanNo: 'M' });
    expect(rowsOf(whole.text)).toHaveLength(50_001);
    expect(whole.text).toContain('行数,"50,000"');
  }, 60_000);

  it('security 4.14 downloads in a minute are bounded for each tenant', async () => {
    const by = await newTenant();
    await addLine(app, by);
    for (let at = 0; at < 20; at += 1) {
      expect((await by.browser.call('loanConsult.download')).status).toBe(200);
    }
    const late = await by.browser.call('loanConsult.download');
    expect(late).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    const other = await newTenant();
    expect((await other.browser.call('loanConsult.download')).status).toBe(200);
  });
});

const gated = ['project.list', 'stage.all', 'loanConsult.page', 'loanConsult.sum', 'loanConsult.download'];

describe('R4.13 certification', () => {
  it.each(gated)('R4.13 %s is for certified tenants, also while a new submission is reviewed', async (id) => {
    const by = await makeMerchant(app);
    expect(await by.browser.call(id)).toMatchObject({
      status: 403,
      body: { errCode: 'RHCE002', errMsg: '请先完成企业认证' },
    });
    await certifyTenant(app, by);
    expect((await by.browser.call(id)).status).toBe(200);
    await app.rows("update certification set status = 'pending' where tenant_id = $1", [by.tenantId]);
    expect((await by.browser.call(id)).status).toBe(200);
  });

  it('R6.1 a viewer reads the lines', async () => {
    const host = await newTenant();
    const line = await addLine(app, host);
    const guest = await makeMerchant(app);
    await join(app, host, { guest, role: 'viewer' });
    expect((await guest.browser.call('tenant.switch', { tenantId: host.tenantId })).status).toBe(200);
    expect(await idsOf(guest)).toEqual([line]);
  });
});
