import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageTicketOf, openContentFixture } from '#features/content/content.fixture';
import { addStaff, enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond } from '#kernel/testing/replies/came-second';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

let app: TestApp;
let reviewer: TestBrowser;
let colleague: TestBrowser;
let support: TestBrowser;
let reviewerId: string;
let colleagueId: string;
const idOf = async (account: string): Promise<string> =>
  String((await app.rows('select staff_id from staff where account = $1', [account]))[0]?.['staff_id']);
beforeAll(async () => {
  app = await openContentFixture({ limits: { leadsPerAddressPerHour: 1000 } });
  reviewer = await enterStaff(app, 'reviewer', { roles: ['review'] });
  colleague = await enterStaff(app, 'colleague', { roles: ['review'] });
  support = await enterStaff(app, 'support', { roles: ['support'] });
  [reviewerId, colleagueId] = [await idOf('reviewer'), await idOf('colleague')];
});
afterAll(() => app.close());

const newKey = () => randomBytes(12).toString('base64url');
const mobile = '13912340001';

/** A message to the provider, or a trial of a product; returns its number. */
const made = async (kind: 'contact' | 'trial' = 'contact', more: object = {}): Promise<string> => {
  const session = await app.open();
  const common = { mobile, name: '王小明', imageTicket: await imageTicketOf(session), idempotencyKey: newKey() };
  const [operation, own] =
    kind === 'contact'
      ? [
          'portal.contact',
          { topic: 'consult', content: '想了解费率。', agreements: [{ id: 'contact-privacy', version: '2026-11' }] },
        ]
      : [
          'customerContact.trial',
          {
            pid: 'aggregated-pay',
            skuId: 'store',
            options: { device: 'box' },
            company: '示例商贸有限公司',
            agreements: [{ id: 'trial', version: '2026-11' }],
          },
        ];
  const reply = await app.call(operation, { ...common, ...own, ...more }, { session });
  if (reply.status !== 200) throw new Error(reply.text);
  await app.clock.advance({ seconds: 1 });
  return reply.body.data.ticketNo;
};
const detail = async (ticketNo: string, by = reviewer) => (await by.call('ops.lead.detail', { ticketNo })).body.data;
const step = async (verb: string, ticketNo: string, more: object = {}, by = reviewer): Promise<TestReply> => {
  const { version } = await detail(ticketNo);
  return by.call(`ops.lead.${verb}`, {
    ticketNo,
    ...(verb === 'note' ? {} : { version }),
    idempotencyKey: newKey(),
    ...more,
  });
};
const must = async (verb: string, ticketNo: string, more: object = {}, by = reviewer): Promise<string> => {
  const reply = await step(verb, ticketNo, more, by);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.status;
};
const found = async (filter: Readonly<Record<string, unknown>>, by = reviewer): Promise<string[]> =>
  (await by.call('ops.lead.page', filter)).body.data.items.map(({ ticketNo }: { ticketNo: string }) => ticketNo);
const dayFromNow = (days: number): string =>
  new Date(app.clock.now().getTime() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10);

describe('R11.4 the leads', () => {
  it('R11.4 are found by state, source, owner, day, number, company and product; names and numbers masked', async () => {
    const [message, trial] = [await made('contact', { company: '海纳食品' }), await made('trial')];
    const page = await reviewer.call('ops.lead.page', {});
    expect(page.body.data.items).toMatchObject([
      { ticketNo: trial, source: 'trial', status: 'new', name: '王**', mobileMasked: '139****0001', isDue: false },
      { ticketNo: message, source: 'consult', company: '海纳食品', isMine: false },
    ]);
    expect(page.text).not.toContain(mobile);
    expect(page.text).not.toContain('王小明');
    const { productName } = page.body.data.items[0];
    expect(await found({ source: 'trial' })).toEqual([trial]);
    expect(await found({ source: 'consult' })).toEqual([message]);
    expect(await found({ keyword: trial.toLowerCase() })).toEqual([trial]);
    expect(await found({ keyword: '海纳' })).toEqual([message]);
    expect(await found({ keyword: productName })).toEqual([trial]);
    expect(await found({ keyword: '_' })).toEqual([]);
    expect(await found({ from: dayFromNow(0), to: dayFromNow(0) })).toEqual([trial, message]);
    expect(await found({ to: dayFromNow(-1) })).toEqual([]);
    await must('take', trial);
    expect(await found({ owner: 'mine' })).toEqual([trial]);
    expect(await found({ owner: 'mine' }, colleague)).toEqual([]);
    expect(await found({ owner: 'none' })).toEqual([message]);
    expect(await found({ status: 'following' })).toEqual([trial]);
    for (const operation of ['ops.lead.page', 'ops.lead.export']) {
      for (const path of ['from', 'to']) {
        const wrong = await reviewer.call(operation, { [path]: '2026-02-30' });
        expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
      }
    }
  });

  it('contract 4 are read on by a cursor, none twice and none left out', async () => {
    for (let each = 0; each < 10; each += 1) await made();
    const first = (await reviewer.call('ops.lead.page', { pageSize: 10 })).body.data;
    const next = (await reviewer.call('ops.lead.page', { pageSize: 10, cursor: first.nextCursor })).body.data;
    const numbers = [...first.items, ...next.items].map(({ ticketNo }: { ticketNo: string }) => ticketNo);
    expect(numbers).toHaveLength(first.total);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('security 4.12 name, number and message are shown on demand to who works on leads, and every look is in the trail', async () => {
    const ticketNo = await made();
    const ask = (field: string, by = reviewer) => by.call('ops.lead.reveal', { ticketNo, field });
    expect((await ask('name')).body.data).toEqual({ value: '王小明' });
    expect((await ask('mobile')).body.data).toEqual({ value: mobile });
    expect((await ask('content')).body.data).toEqual({ value: '想了解费率。' });
    for (const by of [reviewer, support]) expect((await detail(ticketNo, by)).content).toBe('＊＊＊（6\u00a0字）');
    for (const field of ['mobile', 'content']) expect((await ask(field, support)).body.errCode).toBe('RHSY403');
    const trial = await made('trial');
    expect(await detail(trial)).not.toHaveProperty('content');
    expect((await reviewer.call('ops.lead.reveal', { ticketNo: trial, field: 'content' })).status).toBe(404);
    const looks = await app.rows(
      "select actor_kind, object, after from audit_event where event = 'ops.lead.reveal' and result = 'ok' order by event_id",
    );
    expect(looks).toEqual(
      ['name', 'mobile', 'content'].map((field) => ({ actor_kind: 'staff', object: ticketNo, after: { field } })),
    );
  });
});

describe('R11.4 a lead through its stages', () => {
  it('R11.4 is taken, noted, handed over with a reminder, and won as a merchant, with who did what when', async () => {
    const ticketNo = await made('trial');
    const merchant = await makeMerchant(app);
    expect((await detail(ticketNo)).actions).toContain('take');
    expect(await must('take', ticketNo)).toBe('following');
    expect(await detail(ticketNo)).toMatchObject({ ownerName: 'reviewer', isMine: true });
    expect(await step('take', ticketNo, { version: 1 }, colleague)).toMatchObject(cameSecond('reviewer', '领取线索'));
    await must('note', ticketNo, { text: '约了周四演示' });
    const others = (await reviewer.call('ops.lead.colleagues', {})).body.data.items;
    expect(others.map(({ name }: { name: string }) => name)).toEqual(['colleague', 'reviewer']);
    await must('assign', ticketNo, { staffId: colleagueId });
    await must('remind', ticketNo, { on: dayFromNow(0) }, colleague);
    expect(await detail(ticketNo, colleague)).toMatchObject({ isMine: true, isDue: true, remindOn: dayFromNow(0) });
    expect(await found({ due: true })).toEqual([ticketNo]);
    expect(await found({ due: false })).not.toContain(ticketNo);
    expect(await must('win', ticketNo, { tenantId: merchant.tenantId }, colleague)).toBe('won');
    const won = await detail(ticketNo);
    expect(won).toMatchObject({
      status: 'won',
      tenant: { tenantId: merchant.tenantId },
      actions: ['undoWin', 'note'],
      isDue: false,
      skuName: expect.any(String),
      choice: [expect.objectContaining({ label: expect.any(String) })],
    });
    expect(won).not.toHaveProperty('remindOn');
    expect(
      won.steps.map(({ action, by, text, toName }: Record<string, string>) => [action, by, text ?? toName]),
    ).toEqual([
      ['win', 'colleague', undefined],
      ['remind', 'colleague', undefined],
      ['assign', 'reviewer', 'colleague'],
      ['note', 'reviewer', '约了周四演示'],
      ['take', 'reviewer', undefined],
    ]);
    const trail = await app.rows(
      "select event, before, after from audit_event where object = $1 and event like 'ops.lead.%' order by event_id",
      [ticketNo],
    );
    expect(trail[0]).toEqual({
      event: 'ops.lead.take',
      before: { status: 'new', ownerId: null },
      after: { status: 'following', ownerId: reviewerId },
    });
    const following = { status: 'following' };
    expect(trail.slice(1)).toMatchObject([
      { event: 'ops.lead.note', before: following, after: { ...following, noteChars: 6 } },
      { event: 'ops.lead.assign' },
      { event: 'ops.lead.remind', before: { remindOn: null }, after: { remindOn: expect.stringMatching(/^\d{4}-/) } },
      { event: 'ops.lead.win', before: { remindOn: expect.any(String) }, after: { remindOn: null } },
    ]);
    expect(JSON.stringify(trail)).not.toContain('演示');
  });

  it('R11.4 is lost with a reason, and taken up again', async () => {
    const ticketNo = await made();
    expect(await step('lose', ticketNo, { reason: '　' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason' }] } },
    });
    expect(await must('lose', ticketNo, { reason: '预算不足' })).toBe('lost');
    expect(await detail(ticketNo)).toMatchObject({ lostReason: '预算不足', actions: ['reopen', 'note'] });
    expect((await step('lose', ticketNo, { reason: '预算不足' })).body.errCode).toBe('RHSY409');
    expect(await must('reopen', ticketNo)).toBe('following');
    expect(await detail(ticketNo)).not.toHaveProperty('lostReason');
    expect((await step('reopen', ticketNo)).body.errCode).toBe('RHSY409');
  });

  it('R11.4 a win by mistake is corrected with a reason, and both merchants’ trails say so', async () => {
    const ticketNo = await made();
    const { tenantId } = await makeMerchant(app);
    await must('take', ticketNo);
    await must('win', ticketNo, { tenantId });
    expect(await step('undoWin', ticketNo, { reason: '　' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason', message: '请填写更正成交的原因' }] } },
    });
    const { version } = await detail(ticketNo);
    const old = await reviewer.call('ops.lead.undoWin', {
      ticketNo,
      version: version - 1,
      reason: '错',
      idempotencyKey: newKey(),
    });
    expect(old.status).toBe(409);
    expect(await must('undoWin', ticketNo, { reason: '选错了商户' })).toBe('following');
    const now = await detail(ticketNo);
    expect(now).toMatchObject({
      status: 'following',
      isMine: true,
      steps: [{ action: 'undoWin', text: '选错了商户' }, {}, {}],
    });
    expect(now.tenant).toBeUndefined();
    expect((await step('undoWin', ticketNo, { reason: '再一次' })).status).toBe(409);
    const trail = await app.rows(
      `select tenant_id, before, after from audit_event where event = 'ops.lead.undoWin' and object = $1 and result = 'ok'`,
      [ticketNo],
    );
    expect(trail).toEqual([
      {
        tenant_id: tenantId,
        before: { status: 'won', ownerId: reviewerId, tenantId },
        after: { status: 'following', ownerId: reviewerId, tenantId: null },
      },
    ]);
    expect(await must('win', ticketNo, { tenantId })).toBe('won');
    expect(
      (
        await reviewer.call('ops.lead.undoWin', {
          ticketNo: 'nothing',
          version: 1,
          reason: '错',
          idempotencyKey: newKey(),
        })
      ).status,
    ).toBe(404);
  });

  it('R5.5 what cannot be is refused at its field, and nothing is stored', async () => {
    const ticketNo = await made();
    const { version } = await detail(ticketNo);
    await addStaff(app, 'left', { roles: ['review'], status: 'locked' });
    for (const [verb, more, path] of [
      ['note', { text: '　' }, 'text'],
      ['remind', { on: '2026-02-30' }, 'on'],
      ['remind', { on: dayFromNow(-1) }, 'on'],
      ['assign', { staffId: 'no-such-staff' }, 'staffId'],
      ['assign', { staffId: await idOf('left') }, 'staffId'],
      ['assign', { staffId: await idOf('support') }, 'staffId'],
      ['win', { tenantId: 'no-such-tenant' }, 'tenantId'],
    ] as const) {
      const reply = await step(verb, ticketNo, more);
      expect(reply, verb).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
    expect(await detail(ticketNo)).toMatchObject({ status: 'new', version, steps: [] });
  });

  it('R4.12 every step is refused against another version', async () => {
    const ticketNo = await made();
    const { tenantId } = await makeMerchant(app);
    for (const [verb, more] of [
      ['take', {}],
      ['assign', { staffId: colleagueId }],
      ['win', { tenantId }],
      ['lose', { reason: '预算不足' }],
      ['remind', { on: null }],
    ] as const) {
      expect((await step(verb, ticketNo, { ...more, version: 77 })).body.errCode, verb).toBe('RHSY409');
    }
    expect(await detail(ticketNo)).toMatchObject({ status: 'new', steps: [] });
  });

  it('R4.12 of two who take the same lead one has it; notes of two at once are both kept', async () => {
    const ticketNo = await made();
    const { version } = await detail(ticketNo);
    const both = await Promise.all([
      step('take', ticketNo, { version }),
      step('take', ticketNo, { version }, colleague),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const notes = await Promise.all([
      step('note', ticketNo, { text: '一' }),
      step('note', ticketNo, { text: '二' }, colleague),
    ]);
    expect(notes.map(({ status }) => status)).toEqual([200, 200]);
    const { steps } = await detail(ticketNo);
    expect(steps.filter(({ action }: { action: string }) => action === 'note')).toHaveLength(2);
  });

  it('R4.12 a step that is sent again with its key is taken once', async () => {
    const ticketNo = await made();
    const asked = { ticketNo, text: '已致电', idempotencyKey: newKey() };
    const replies = await Promise.all([1, 2, 3].map(() => reviewer.call('ops.lead.note', asked)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data)))).toHaveLength(1);
    expect((await detail(ticketNo)).steps).toHaveLength(1);
  });
});

describe('R11.4 the export of leads', () => {
  it('security 4.8 has the rows of the filter, masked, without a text that would start a formula, and is in the trail', async () => {
    const ticketNo = await made('contact', { company: '=HYPERLINK("http://x")', name: '＝王' });
    await must('lose', ticketNo, { reason: '-1+1' });
    const reply = await reviewer.call('ops.lead.export', { status: 'lost', keyword: 'hyperlink' });
    expect(reply.headers['content-type']).toContain('text/csv');
    const lines = reply.text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${ticketNo},咨询,,"'=HYPERLINK(""http://x"")"`);
    expect(lines[1]).toContain("'-1+1");
    expect(lines[1]).toContain('139****0001');
    expect(reply.text).not.toContain(mobile);
    const [event] = await app.rows(
      "select actor_kind, after from audit_event where event = 'ops.lead.export' and result = 'ok' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({ actor_kind: 'staff', after: { count: 1, filter: { status: 'lost' } } });
  });

  it('security 4.8 is refused beyond ten thousand rows, with the way to fewer', async () => {
    await app.rows(
      `insert into lead (ticket_no, kind, topic, name, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id)
        select 'LXN-' || n, 'contact', 'complaint', '李静', sha256('x'), '\\x00', '139****0002', '[]', '', '' from generate_series(1, 10001) n`,
    );
    const reply = await reviewer.call('ops.lead.export', { source: 'complaint' });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'from' }] } } });
    expect((await reviewer.call('ops.lead.page', { source: 'complaint' })).body.data).toMatchObject({ total: 10_001 });
  });

  it('R6.3 is read by every role that serves customers, and changed by those alone who hold the key', async () => {
    const ticketNo = await made();
    expect((await support.call('ops.lead.page', {})).status).toBe(200);
    expect((await step('take', ticketNo, {}, support)).body.errCode).toBe('RHSY403');
  });
});
