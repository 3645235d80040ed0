import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let desk: TestBrowser;
let merchant: Merchant;
beforeAll(async () => {
  app = await testApp();
  [desk, merchant] = [await enterStaff(app, 'dimension-finance', { roles: ['finance'] }), await makeMerchant(app)];
  await app.rows(
    `insert into certification (tenant_id, status, form, masks, reasons, submission_no, certified_no, certified_uscc)
      values ($1, 'passed', '{}', '{}', '[]', 'RZ-1', 'RZ-1', '91330106MA2CFRG02W')`,
    [merchant.tenantId],
  );
});
afterAll(() => app.close());

const save = (operation: string, payload: Readonly<Record<string, unknown>>, by = desk) =>
  by.call(operation, { ...payload, idempotencyKey: newKey() });
const listOf = async (operation: string) => (await merchant.browser.call(operation)).body.data.items;
const october = { name: '2026 年 10 月', opensOn: '2026-10-01', issuesOn: '2026-11-02' };
const partitions = () => app.rows("select relid::text from pg_partition_tree('bill_line') where isleaf");
const trailOf = (object: string) =>
  app.rows('select operation, actor_kind, before, after from audit_event where object = $1 order by event_id', [
    object,
  ]);

describe('R11.6 stages', () => {
  it('R11.6 are made with their standard spans and a place for their lines, changed by version, and audited', async () => {
    const before = (await partitions()).length;
    const { body } = await save('ops.stage.save', october);
    const { stageId } = body.data;
    expect(body.data).toEqual({ stageId, version: 1 });
    expect(await partitions()).toHaveLength(before + 1);
    const changed = { ...october, stageId, version: 1, confirmDays: 7 };
    expect((await save('ops.stage.save', changed)).body.data).toEqual({ stageId, version: 2 });
    expect(await save('ops.stage.save', changed)).toMatchObject(cameSecond(somebody, '保存账期'));
    expect(await partitions()).toHaveLength(before + 1);
    const listed = await desk.call('ops.stage.page', { status: 'open' });
    expect(listed.body.data.items[0]).toEqual({
      stageId,
      ...october,
      confirmDays: 7,
      payDays: 10,
      status: 'open',
      version: 2,
    });
    const trail = await trailOf(stageId);
    expect(trail).toHaveLength(2);
    expect(trail[1]).toMatchObject({
      operation: 'ops.stage.save',
      actor_kind: 'staff',
      before: { confirmDays: 5 },
      after: { confirmDays: 7 },
    });
    expect(await listOf('stage.all')).toContainEqual({ id: stageId, name: october.name });
  });

  it('R11.6 are not changed once they are issued', async () => {
    const { body } = await save('ops.stage.save', { ...october, name: '已出账' });
    const { stageId } = body.data;
    await app.rows("update stage set status = 'issued', issued_at = app_now() where stage_id = $1", [stageId]);
    const late = await save('ops.stage.save', { ...october, name: '改名', stageId, version: 1 });
    expect(late).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await desk.call('ops.stage.page', { status: 'issued' })).body.data.items).toMatchObject([
      { stageId, name: '已出账', issuedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  it.each([
    [{ name: '甲', opensOn: '2026-02-30' }, 'opensOn'],
    [{ name: '乙', issuesOn: '2026-10-01' }, 'issuesOn'],
    [{ name: '丙', confirmDays: 0 }, 'confirmDays'],
    [{ name: '丁', payDays: 366 }, 'payDays'],
    [{ name: '已用' }, 'name'],
  ])('R5.5 %j is a 422 that names %s, and nothing is made', async (wrong, path) => {
    await save('ops.stage.save', { ...october, name: '已用' });
    const before = (await partitions()).length;
    expect(await save('ops.stage.save', { ...october, ...wrong })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path }] } },
    });
    expect(await partitions()).toHaveLength(before);
  });

  it('R4.12 the same name twice at once makes one stage', async () => {
    const both = await Promise.all(
      Array.from({ length: 4 }, () => save('ops.stage.save', { ...october, name: '并发' })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });
});

describe('R11.6 organisations and projects', () => {
  it('R11.6 are made, renamed by version and audited; a name is taken once', async () => {
    for (const [operation, id, more] of [
      ['ops.org.save', 'orgId', {}],
      ['ops.project.save', 'projectId', { tenantId: merchant.tenantId }],
    ] as const) {
      const made = (await save(operation, { ...more, name: '岚汀' })).body.data;
      expect(made).toMatchObject({ version: 1 });
      expect(await save(operation, { ...more, name: '岚汀' })).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'name' }] } },
      });
      const renamed = { ...more, [id]: made[id], version: 1, name: '岚汀二' };
      expect((await save(operation, renamed)).body.data).toEqual({ [id]: made[id], version: 2 });
      expect((await save(operation, renamed)).status).toBe(409);
      await save(operation, { ...more, name: '另一个' });
      const taken = await save(operation, { ...renamed, version: 2, name: '另一个' });
      expect(taken).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'name' }] } } });
      expect((await trailOf(made[id]))[1]).toMatchObject({ before: { name: '岚汀' }, after: { name: '岚汀二' } });
    }
    expect((await listOf('org.all')).map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['另一个', '岚汀二']),
    );
    const other = await makeMerchant(app);
    await save('ops.project.save', { tenantId: other.tenantId, name: '别家的' });
    const own = (await listOf('project.list')).map(({ name }: { name: string }) => name);
    expect(own.toSorted()).toEqual(['另一个', '岚汀二'].toSorted());
  });

  it.each([
    ['stage', october, 'stageId'],
    ['org', {}, 'orgId'],
    ['project', {}, 'projectId'],
  ] as const)('R4.12 a %s that is read alone says who saved it last, and when', async (noun, more, key) => {
    const given = { ...more, ...(noun === 'project' && { tenantId: merchant.tenantId }) };
    const made = (await save(`ops.${noun}.save`, { ...given, name: `先后保存的 ${noun}` })).body.data;
    const read = async (asked: Readonly<Record<string, unknown>>) =>
      (await desk.call(`ops.${noun}.page`, asked)).body.data.items;
    const lastOf = async () => (await read({ [key]: made[key] }))[0].last;
    const first = await lastOf();
    expect(first).toEqual({ by: 'dimension-finance', at: expect.stringMatching(/Z$/) });
    await app.clock.advance({ minutes: 1 });
    const other = await enterStaff(app, `dimension-${noun}`, { roles: ['finance'] });
    await save(`ops.${noun}.save`, { ...given, [key]: made[key], version: 1, name: `后保存的 ${noun}` }, other);
    const last = await lastOf();
    expect(last).toEqual({ by: `dimension-${noun}`, at: expect.stringMatching(/Z$/) });
    expect(Date.parse(last.at) - Date.parse(first.at)).toBeGreaterThanOrEqual(60_000);
    // A list asks nobody's trail.
    expect((await read({})).map(({ last }: { last?: object }) => last)).not.toContainEqual(expect.anything());
  });

  it('R10.6 organisations are read without a certification, for the filter of consents', async () => {
    const uncertified = await makeMerchant(app);
    await save('ops.org.save', { name: '授权的机构' });
    const reply = await uncertified.browser.call('org.all');
    expect(reply.status).toBe(200);
    const authorised = reply.body.data.items.find(({ name }: { name: string }) => name === '授权的机构');
    expect(authorised).toBeDefined();
    expect((await uncertified.browser.call('authorization.page', { orgId: authorised.id })).status).toBe(200);
  });

  it('R10.3 products are those that the tenant has lines or orders of', async () => {
    expect(await listOf('product.list')).toEqual([]);
    const { stageId } = (await save('ops.stage.save', { ...october, name: '有明细' })).body.data;
    for (const [product, tenant] of [
      ['card', merchant.tenantId],
      ['loan', merchant.tenantId],
      ['other', 't-elsewhere'],
    ]) {
      await app.rows(
        `insert into bill_line (tenant_id, stage_id, loan_no, project_id, product_id, org_id, quantity, unit, occurred_on)
          select $1, $2, 'R' || n, 'p', $3, 'o', 1, '张', '2026-10-01' from generate_series(1, 3) n`,
        [tenant, stageId, product],
      );
    }
    expect(await listOf('product.list')).toEqual([
      { id: 'card', name: 'card' },
      { id: 'loan', name: 'loan' },
    ]);
  });
});

describe('R6.3 the keys of billing', () => {
  it('R6.3 finance saves, support only reads, others neither', async () => {
    for (const [role, reads, writes] of [
      ['support', 200, 403],
      ['review', 403, 403],
    ] as const) {
      const by = await enterStaff(app, `dimension-${role}`, { roles: [role] });
      expect((await by.call('ops.stage.page')).status, role).toBe(reads);
      expect((await save('ops.org.save', { name: `由 ${role}` }, by)).status, role).toBe(writes);
    }
  });
});

describe('R11.6 the lists of the desk', () => {
  const items = async (operation: string, payload: Readonly<Record<string, unknown>>) =>
    (await desk.call(operation, payload)).body.data.items;
  const namesIn = async (operation: string, payload: Readonly<Record<string, unknown>>) =>
    (await items(operation, payload)).map(({ name }: { name: string }) => name);

  it('R11.6 organisations and projects are listed by name, found by a part of it in any case, with the versions to change them by', async () => {
    const other = await makeMerchant(app);
    for (const name of ['Delta 行', 'alpha 行']) await save('ops.org.save', { name });
    expect(await namesIn('ops.org.page', { keyword: 'ALPHA' })).toEqual(['alpha 行']);
    const [delta] = await items('ops.org.page', { keyword: 'Delta' });
    expect(delta).toMatchObject({ version: 1, createdAt: expect.stringMatching(/Z$/) });
    expect(await items('ops.org.page', { orgId: delta.orgId })).toEqual([{ ...delta, last: expect.anything() }]);
    for (const { tenantId } of [merchant, other]) await save('ops.project.save', { tenantId, name: '同名项目' });
    expect(await items('ops.project.page', { keyword: '同名' })).toHaveLength(2);
    const own = await items('ops.project.page', { keyword: '同名', tenantId: other.tenantId });
    expect(own).toMatchObject([{ tenantId: other.tenantId, tenantName: expect.any(String), version: 1 }]);
    expect(await items('ops.project.page', { projectId: own[0].projectId })).toMatchObject(own);
  });

  it('R11.6 a name leads to its id: of tenants, products, organisations, projects of one tenant, and stages', async () => {
    const other = await makeMerchant(app);
    await app.rows("update tenant set name = '远山商贸' where tenant_id = $1", [other.tenantId]);
    await save('ops.project.save', { tenantId: other.tenantId, name: '只在远山' });
    await save('ops.stage.save', { ...october, name: '可以找到的账期' });
    expect(await items('ops.bill.names', { kind: 'tenant', keyword: '远山' })).toEqual([
      { id: other.tenantId, name: '远山商贸' },
    ]);
    expect(await namesIn('ops.bill.names', { kind: 'project', tenantId: other.tenantId })).toEqual(['只在远山']);
    expect(await namesIn('ops.bill.names', { kind: 'project', tenantId: merchant.tenantId })).not.toContain('只在远山');
    expect(await namesIn('ops.bill.names', { kind: 'tenant', id: other.tenantId })).toHaveLength(1);
    expect(await namesIn('ops.bill.names', { kind: 'stage', keyword: '可以找到' })).toEqual(['可以找到的账期']);
    expect(await namesIn('ops.bill.names', { kind: 'org', keyword: 'DELTA' })).toEqual(['Delta 行']);
    expect(await namesIn('ops.bill.names', { kind: 'product', keyword: '没有这个产品' })).toEqual([]);
  });
});
