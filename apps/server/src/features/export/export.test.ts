import { exportKindsOfRole, memberRoles } from '@ronghui/contract';
import { exportKinds } from '@ronghui/domain/export';
import { fen, yuanText } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { addLine, addStage } from '#features/bill/line.fixture';
import { addProducts } from '#features/catalog/product.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { join, logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { readWorkbook } from '#kernel/testing/read-workbook';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, exported, exportOf, fetchExport } from './export.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { exportsAtOnce: 2, exportsPerDay: 4 } });
});
afterAll(() => app.close());

const newMerchant = async (name?: string): Promise<Merchant> => {
  const merchant = await makeMerchant(app, name);
  await certifyTenant(app, merchant);
  return merchant;
};
let made = 0;
/** Adds orders of these amounts. */
const addOrders = (by: Merchant, fens: readonly number[]) =>
  app.rows(
    `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, quantity, options, choice, items,
        term_months, total_fen, billing, status, consent_ids)
      select $1, $4 || lpad(place::text, 6, '0'), $2, 'benefit', '员工弹性福利', 's', '标准版', '人', 10, '{}', '[]', '[]',
        12, fen, 'prepaid', 'pendingReview', '{}' from unnest($3::bigint[]) with ordinality o (fen, place)`,
    [by.tenantId, by.userId, fens, `DD20261123${String((made += 1)).padStart(4, '0')}`],
  );
const sheetsOf = async (by: Merchant, exportId: string) => readWorkbook((await fetchExport(by, exportId)).bytes);
const column = (sheet: ReturnType<typeof readWorkbook>[number] | undefined, letters: string) =>
  sheet?.rows.slice(1).map((cells) => cells[letters]?.text);
const aboutOf = (sheets: ReturnType<typeof readWorkbook>): Record<string, string> =>
  Object.fromEntries((sheets.at(-1)?.rows ?? []).map(({ A, B }) => [A?.text ?? '', B?.text ?? '']));

describe('R10.5 an export', () => {
  it('R10.5 of orders is asked for, made, listed with what it is, and fetched as a workbook whose total ties out', async () => {
    const by = await newMerchant('王芳');
    await addOrders(by, [140_400, 1, 99]);
    await addOrders(await newMerchant(), [5]);
    const asked = await askExport(by, { filter: { status: 'pendingReview', from: '2026-01-01' } });
    expect(asked.body.data).toMatchObject({
      kind: 'orders',
      format: 'xlsx',
      status: 'queued',
      filterText: '状态：待审核；下单日期：2026-01-01 起',
      askedBy: '王芳',
      isEnding: false,
      failure: '',
    });
    const { exportId, name } = asked.body.data;
    expect(name).toMatch(/^订单-\d{8}-\d{4}\.xlsx$/);
    expect(await fetchExport(by, exportId)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    await app.app.sentJobs.drain();
    const { items, total } = (await by.browser.call('export.page')).body.data;
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ exportId, status: 'done', rows: 3, progress: { done: 3, total: 3 } });
    expect(items[0].totals).toEqual([{ label: '合计', count: 3, amount: 140_500 }]);
    expect(items[0].bytes).toBeGreaterThan(500);
    const file = await fetchExport(by, exportId);
    expect(file.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(`filename*=UTF-8''${name}`);
    const sheets = readWorkbook(file.bytes);
    expect(column(sheets[0], 'F')).toEqual(['0.99', '0.01', '1404.00', '1405.00']);
    expect(column(sheets[0], 'G')?.slice(0, 3)).toEqual(['待审核', '待审核', '待审核']);
    expect(aboutOf(sheets)).toMatchObject({
      内容: '订单',
      筛选条件: '状态：待审核；下单日期：2026-01-01 起',
      行数: '3',
      '合计 · 金额': '¥1,405.00（3 行）',
    });
    const notices = (await by.browser.call('notice.page', { kind: 'order' })).body.data.items;
    expect(notices).toMatchObject([{ title: '导出文件已生成', place: 'exports' }]);
  });

  it('R10.5 of lines has the sums of the filter, each direction its own', async () => {
    const by = await newMerchant();
    const stage_id = await addStage(app);
    const line = { stage_id, loan_fen: 200 };
    for (let each = 0; each < 2; each += 1) await addLine(app, by, line);
    await addLine(app, by, { ...line, loan_no: '=1+1', loan_fen: null, quantity: 7, unit: '张' });
    await addBill(app, by, { stageId: stage_id, fees: [1200, 2400] });
    await addBill(app, by, { stageId: stage_id, fees: [360], direction: 'receivable', productId: 'card' });
    const sum = (await by.browser.call('loanConsult.sum', { stageId: stage_id })).body.data;
    const exportId = await exported(app, by, { kind: 'loanConsult', filter: { stageId: stage_id } });
    const sheets = await sheetsOf(by, exportId);
    expect(sheets[0]?.rows).toHaveLength(1 + sum.count + 3);
    expect(sum.byDirection).toMatchObject({ payable: { amount: 3600 }, receivable: { amount: 360 } });
    const yuan = (amount: number) => yuanText(fen(amount), { grouping: false });
    expect(sheets[0]?.rows.slice(-3).map(({ A, H, L }) => [A?.text, H?.text, L?.text])).toEqual([
      ['计费金额合计', yuan(sum.loanAmount), undefined],
      ['已出账应付合计', undefined, '36.00'],
      ['已出账应收合计', undefined, '3.60'],
    ]);
    expect(aboutOf(sheets)['筛选条件']).toMatch(/^账期：账期 \d+$/);
    const csv = await exported(app, by, { kind: 'loanConsult', format: 'csv', filter: { stageId: stage_id } });
    expect((await fetchExport(by, csv)).text).toContain("\r\n'=1+1,2026-10-15,");
  });

  it('R10.5 of bills states both directions side by side; of one bill’s lines its fees in their order', async () => {
    const by = await newMerchant();
    const one = await addBill(app, by, { fees: [120_000, 1] });
    await addBill(app, by, { fees: [500], direction: 'receivable', productId: 'other' });
    await addBill(app, await newMerchant());
    const exportId = await exported(app, by, { kind: 'bills', filter: {} });
    const sheets = await sheetsOf(by, exportId);
    // The list of exports states the totals of the file, which are those of the list of bills.
    const { byDirection } = (await by.browser.call('bill.sum')).body.data;
    expect((await exportOf(by, exportId)).totals).toEqual([
      { label: '应付合计', count: 1, amount: byDirection.payable.amount },
      { label: '应收合计', count: 1, amount: byDirection.receivable.amount },
    ]);
    expect(sheets[0]?.rows.slice(-2).map(({ A, L }) => [A?.text, L?.text])).toEqual([
      ['应付合计', '1200.01'],
      ['应收合计', '5.00'],
    ]);
    expect(column(sheets[0], 'B')?.slice(0, 2).toSorted()).toEqual(['应付', '应收']);
    // Dates are called as the page calls them; one that is not confirmed yet is only expected to be due.
    const [head, first] = sheets[0]?.rows ?? [];
    expect([head?.['R']?.text, head?.['S']?.text]).toEqual(['确认截止', '付款到期']);
    // What was given up stands beside what was paid, so that settled bills add up.
    expect([head?.['N']?.text, head?.['O']?.text, first?.['O']?.text]).toEqual(['已付（元）', '核销（元）', '0.00']);
    expect(first?.['S']?.text).toMatch(/^\d{4}-\d\d-\d\d（预计）$/);
    const lines = await sheetsOf(by, await exported(app, by, { kind: 'billLines', filter: { billNo: one.billNo } }));
    expect(column(lines[0], 'I')).toEqual(['1200.00', '0.01', '1200.01']);
    expect(aboutOf(lines)['筛选条件']).toBe(`账单号：${one.billNo}`);
    // Each line is explained, its day is a date, and the rows can be filtered.
    expect(Object.values(lines[0]?.rows[0] ?? {}).map(({ text }) => text)).toEqual(
      '序号 业务编号 日期 客户 计费金额（元） 数量 单位 方向 费用（元） 反馈调整后（元） 计算 计费规则 更正的明细 明细编号'.split(
        ' ',
      ),
    );
    expect(column(lines[0], 'K')?.[0]).toMatch(/^¥100,000.00 × 1.20% = ¥1,200.00/);
    expect(column(lines[0], 'L')?.[0]).toBe('通用规则第 1 版（2025-01-01 起）');
    expect(lines[0]?.rows[1]?.['C']).toMatchObject({ isText: false, style: 8 });
    expect(lines[0]?.filtered).toBe('A1:N3');
    expect(aboutOf(lines)['计费规则']).toMatch(/^规则第 1 版，自 2025-01-01 起：.*适用 2 笔/);
    const past = { issuedAt: new Date('2026-08-01T01:00:00Z'), confirmBy: new Date('2026-08-10T16:00:00Z') };
    const late = await addBill(app, by, { ...past, productId: 'late' });
    const confirmed = await exported(app, by, {
      kind: 'bills',
      format: 'csv',
      filter: { status: 'confirmed', dueFrom: '2026-08-01' },
    });
    const { text } = await fetchExport(by, confirmed);
    expect(text).toContain(`${late.billNo},`);
    expect(text).toContain('付款到期：2026-08-01 起');
  });

  it('R10.5 lines of loans are called loans; with others among them, they are business', async () => {
    const by = await newMerchant();
    await addProducts(app, 'lent', 'sold');
    await app.rows("update product set annual_rate = '6%–12%', org_name = '示例银行' where pid = 'lent'");
    const loans = await addBill(app, by, { productId: 'lent' });
    const headsOf = async (payload: Readonly<Record<string, unknown>>) => {
      const [sheet] = await sheetsOf(by, await exported(app, by, payload));
      return Object.values(sheet?.rows[0] ?? {}).flatMap(({ text }) =>
        /^(借款|客户|计费金额)/.test(text) ? text : [],
      );
    };
    expect(await headsOf({ kind: 'loanConsult', filter: {} })).toEqual(['借款人', '借款金额（元）']);
    expect(await headsOf({ kind: 'billLines', filter: { billNo: loans.billNo } })).toEqual([
      '借款人',
      '借款金额（元）',
    ]);
    await addBill(app, by, { productId: 'sold' });
    expect(await headsOf({ kind: 'loanConsult', filter: {} })).toEqual(['客户', '计费金额（元）']);
    expect(await headsOf({ kind: 'loanConsult', filter: { productId: 'lent' } })).toEqual(['借款人', '借款金额（元）']);
  });

  it('R6.3 of another tenant’s numbers a file without rows is made, as of numbers that nobody has', async () => {
    const [by, other] = [await newMerchant(), await newMerchant()];
    const { billNo } = await addBill(app, other);
    await addOrders(other, [1]);
    const [order] = await app.rows('select order_no from "order" where tenant_id = $1', [other.tenantId]);
    for (const payload of [
      { filter: { orderNo: String(order?.['order_no']) } },
      { kind: 'bills', filter: { billNo } },
    ]) {
      const exportId = await exported(app, by, payload);
      expect(await exportOf(by, exportId)).toMatchObject({ status: 'done', rows: 0 });
    }
  });

  it('R10.6 of the ledger has the status of the moment', async () => {
    const by = await newMerchant();
    const asked = await askExport(by, { kind: 'authorizations', format: 'csv', filter: { status: 'active' } });
    expect(asked.body.data.filterText).toBe('状态：生效中');
    await app.app.sentJobs.drain();
    expect((await fetchExport(by, asked.body.data.exportId)).text).toMatch(/^\ufeff记录编号,授权事项/);
  });
});

describe('R10.5 the snapshot', () => {
  it('R10.5 holds what there was when it was asked for, at one moment, whatever happens while it is written', async () => {
    const by = await newMerchant();
    await addOrders(
      by,
      Array.from({ length: 2500 }, () => 100),
    );
    const { exportId } = (await askExport(by)).body.data;
    await app.clock.advance({ seconds: 1 });
    await addOrders(by, [1]);
    const { files } = app.ports;
    const receive = files.receive.bind(files);
    files.receive = async () => {
      files.receive = receive;
      const incoming = await receive();
      return {
        ...incoming,
        async write(body) {
          // The first bytes exist once the snapshot does.
          return incoming.write(
            (async function* () {
              let isFirst = true;
              for await (const piece of body) {
                if (isFirst) await app.rows('update "order" set total_fen = 7 where tenant_id = $1', [by.tenantId]);
                isFirst = false;
                yield piece;
              }
            })(),
          );
        },
      };
    };
    await app.app.sentJobs.drain();
    const sheets = await sheetsOf(by, exportId);
    expect(aboutOf(sheets)).toMatchObject({ 行数: '2,500', '合计 · 金额': '¥2,500.00（2,500 行）' });
    expect(new Set(column(sheets[0], 'F')?.slice(0, -1))).toEqual(new Set(['1.00']));
    const { dataAt, createdAt } = await exportOf(by, exportId);
    expect(Date.parse(dataAt)).toBeGreaterThan(Date.parse(createdAt));
  });

  it('R14.6 a run that died is run again: one file, the same rows, one notice', async () => {
    const by = await newMerchant();
    await addOrders(by, [100]);
    const { exportId } = (await askExport(by)).body.data;
    // As a killed process leaves it: taken, with a lease that has run out.
    await app.rows(
      `update sent_job set status = 'running', tries = 1, fence = fence + 1, started_at = app_now(), lease_ends_at = app_now() - interval '1 second'
        where job_id = $1`,
      [exportId],
    );
    await app.clock.advance({ minutes: 1 });
    await addOrders(by, [200]);
    await app.app.sentJobs.drain();
    await app.clock.advance({ minutes: 1 });
    await app.app.sentJobs.drain();
    expect(await exportOf(by, exportId)).toMatchObject({ status: 'done', rows: 1 });
    expect((await by.browser.call('notice.page', { kind: 'order' })).body.data.items).toHaveLength(1);
    expect(aboutOf(await sheetsOf(by, exportId))['合计 · 金额']).toBe('¥1.00（1 行）');
  });
});

describe('R10.5 the life of an export', () => {
  it('R10.5 is cancelled once, also twice, by anyone who may export; one that is done cannot be', async () => {
    const by = await newMerchant();
    const { exportId } = (await askExport(by)).body.data;
    for (let each = 0; each < 2; each += 1) {
      const idempotencyKey = `cancel-${exportId.slice(0, 12)}-${each}`;
      const reply = await by.browser.call('export.cancel', { exportId, idempotencyKey });
      expect(reply).toMatchObject({ status: 200, body: { data: { exportId, status: 'cancelled' } } });
    }
    await app.app.sentJobs.drain();
    expect(await fetchExport(by, exportId)).toMatchObject({ status: 409 });
    const done = await exported(app, by);
    const reply = await by.browser.call('export.cancel', {
      exportId: done,
      idempotencyKey: `cancel-${done.slice(0, 20)}`,
    });
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await fetchExport(by, done)).status).toBe(200);
  });

  it('R10.5 is kept for seven days, and then says that it has expired', async () => {
    const by = await newMerchant();
    const exportId = await exported(app, by);
    const { expiresAt, dataAt } = await exportOf(by, exportId);
    expect(Date.parse(expiresAt) - Date.parse(dataAt)).toBeGreaterThanOrEqual(7 * 86_400_000);
    await app.clock.advance({ days: 7, seconds: 1 });
    const later = { browser: await logIn(app, by.mobile) };
    expect((await exportOf(later, exportId)).status).toBe('expired');
    expect(await fetchExport(later, exportId)).toMatchObject({ status: 404, body: { errCode: 'RHEX002' } });
  });

  it('R4.12 the same key is one export; at once and in a day a tenant has so many', async () => {
    const by = await newMerchant();
    const idempotencyKey = `export-${by.tenantId.padEnd(16, '0')}`;
    const first = (await askExport(by, { idempotencyKey })).body.data;
    expect((await askExport(by, { idempotencyKey })).body.data).toEqual(first);
    const replies = await Promise.all(Array.from({ length: 5 }, () => askExport(by)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const [stored] = await app.rows(
      `select (select count(*)::int from export where tenant_id = $1) as exports,
        (select count(*)::int from sent_job where tenant_id = $1 and name = 'export.make') as jobs,
        (select count(*)::int from audit_event where tenant_id = $1 and operation = 'export.create' and result = 'ok') as events`,
      [by.tenantId],
    );
    expect(stored).toEqual({ exports: 2, jobs: 2, events: 2 });
    expect(await askExport(by)).toMatchObject({ status: 409, body: { errCode: 'RHEX001' } });
    await app.app.sentJobs.drain();
    for (let each = 0; each < 2; each += 1) await exported(app, by);
    const refused = await askExport(by);
    expect(refused).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(refused.body.data.retryAfter).toBeLessThanOrEqual(86_400);
    await app.clock.advance({ days: 1, seconds: 1 });
    const later = { browser: await logIn(app, by.mobile) };
    expect((await askExport(later)).status).toBe(200);
    // Another tenant has its own.
    expect((await askExport(await newMerchant())).status).toBe(200);
    await app.app.sentJobs.drain();
  });

  it('R8.6 a lost file is gone, and a store that is not ours is down', async () => {
    const by = await newMerchant();
    const exportId = await exported(app, by);
    const [job] = await app.rows('select result_key from sent_job where job_id = $1', [exportId]);
    await app.ports.files.remove(String(job?.['result_key']));
    expect(await fetchExport(by, exportId)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    const [mark] = await app.rows('select store_id from file_store');
    await app.rows("update file_store set marked_at = app_now(), store_id = 'another'");
    expect(await fetchExport(by, exportId)).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
    await app.rows('update file_store set store_id = $1', [mark?.['store_id']]);
  });
});

describe('R6.3 who may export', () => {
  it('R6.3 the two keys together: every role that may export may read what it exports', () => {
    expect(exportKindsOfRole('owner')).toEqual(exportKinds);
    expect(exportKindsOfRole('finance')).toEqual(exportKinds);
    expect(exportKindsOfRole('viewer')).toEqual([]);
    expect(memberRoles).toHaveLength(3);
  });

  it('R6.3 the tenant’s people with the key share it; a viewer and another tenant get nothing', async () => {
    const [host, colleague, viewer, outsider] = [
      await newMerchant(),
      await newMerchant(),
      await newMerchant(),
      await newMerchant(),
    ];
    await join(app, host, { guest: colleague, role: 'finance' });
    await join(app, host, { guest: viewer, role: 'viewer' });
    const exportId = await exported(app, host);
    for (const guest of [colleague, viewer]) await guest.browser.call('tenant.switch', { tenantId: host.tenantId });
    expect((await fetchExport(colleague, exportId)).status).toBe(200);
    for (const id of ['export.get', 'export.download']) {
      expect(await viewer.browser.call(id, { exportId })).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
      expect(await outsider.browser.call(id, { exportId })).toMatchObject({
        status: 404,
        body: { errCode: 'RHSY404' },
      });
    }
    expect(await askExport(viewer)).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    expect((await outsider.browser.call('export.page')).body.data.items).toEqual([]);
  });

  it('R4.13 a tenant that is not certified is refused; one certified before stays so during a review', async () => {
    const by = await makeMerchant(app);
    expect(await askExport(by)).toMatchObject({ status: 403, body: { errCode: 'RHCE002' } });
    await certifyTenant(app, by);
    await app.rows("update certification set status = 'pending' where tenant_id = $1", [by.tenantId]);
    expect((await askExport(by)).status).toBe(200);
    await app.app.sentJobs.drain();
  });
});

describe('R5.5 bad input', () => {
  it.each([
    [{ kind: 'recon' }, 'filter.runId'],
    [{ kind: 'recon', filter: { runId: 'unknown' } }, 'filter.runId'],
    [{ kind: 'everything' }, 'kind'],
    [{ format: 'pdf' }, 'format'],
    [{ filter: null }, 'filter'],
    [{ filter: { status: 'settled' } }, 'filter.status'],
    [{ filter: { billNo: 'ZD1' } }, 'filter.billNo'],
    [{ filter: { nothing: 1 } }, 'filter.nothing'],
    [{ filter: { from: '2026-02-30' } }, 'filter.from'],
    [{ filter: { to: '2026-13-01' } }, 'filter.to'],
    [{ kind: 'loanConsult', filter: { from: '2026-10-01T00:00:00Z' } }, 'filter.from'],
    [{ kind: 'loanConsult', filter: { to: '2026-02-30' } }, 'filter.to'],
    [{ kind: 'loanConsult', filter: { status: 'active' } }, 'filter.status'],
    [{ kind: 'authorizations', filter: { from: '2026-10-01' } }, 'filter.from'],
    [{ kind: 'bills', filter: { status: 'active' } }, 'filter.status'],
    [{ kind: 'bills', filter: { dueFrom: '2026-02-30' } }, 'filter.dueFrom'],
    [{ kind: 'bills', filter: { dueTo: '2026-02-30' } }, 'filter.dueTo'],
    [{ kind: 'bills', filter: { projectId: 'unknown' } }, 'filter.projectId'],
    [{ kind: 'loanConsult', filter: { stageId: 'unknown' } }, 'filter.stageId'],
    [{ kind: 'billLines', filter: {} }, 'filter.billNo'],
    [{ kind: 'billLines', filter: { billNo: 'ZD-unknown' } }, 'filter.billNo'],
    [{ idempotencyKey: 'short' }, 'idempotencyKey'],
  ])('R5.5 %j is a 422 that names %s, and nothing is stored', async (payload, path) => {
    const by = await newMerchant();
    expect(await askExport(by, payload)).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    expect(await app.rows('select 1 from export where tenant_id = $1', [by.tenantId])).toEqual([]);
    expect(
      await app.rows("select 1 from sent_job where tenant_id = $1 and name = 'export.make'", [by.tenantId]),
    ).toEqual([]);
  });

  it('R5.5 more rows than one export may have is a failure with its reason', async () => {
    const by = await newMerchant();
    const small = await testApp({ limits: { exportRows: 1 } });
    try {
      const owner = await makeMerchant(small);
      await certifyTenant(small, owner);
      expect(by.tenantId).not.toBe('');
      await small.rows(
        `insert into consent (tenant_id, consent_id, user_id, granted_by, scene, agreement_id, agreement_version, sha256, address, request_id)
          select $1, 'c' || n, $2, '', 'register', 'terms', '1', repeat('0', 64), '', '' from generate_series(1, 2) n`,
        [owner.tenantId, owner.userId],
      );
      const exportId = await exported(small, owner, { kind: 'authorizations' });
      expect(await exportOf(owner, exportId)).toMatchObject({
        status: 'failed',
        failure: expect.stringContaining('1 行'),
      });
    } finally {
      await small.close();
    }
  });
});
