import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture, strongPassword } from '#features/account/account.fixture';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

let fixture: AccountFixture;
let reviewer: TestBrowser;
let colleague: TestBrowser;
let support: TestBrowser;
beforeAll(async () => {
  fixture = await openAccountFixture();
  reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
  colleague = await enterStaff(fixture.app, 'colleague', { roles: ['review'] });
  support = await enterStaff(fixture.app, 'support', { roles: ['support'] });
});
afterAll(() => fixture.close());

const find = async (mobile: string): Promise<string> =>
  String((await reviewer.call('ops.account.find', { mobile })).body.data.userId);
const detail = async (userId: string) => (await reviewer.call('ops.account.detail', { userId })).body.data;
const logIn = async (mobile: string, pwd = strongPassword) => (await fixture.browser()).login(mobile, pwd);

/** A step with a fresh proof against the present version. */
const step = async (verb: string, userId: string, more: object = {}, by = reviewer): Promise<TestReply> => {
  const { version } = await detail(userId);
  const stepTicket = await stepTicketOf(by);
  const asked = { userId, version, reason: '疑似盗用', stepTicket, idempotencyKey: newKey() };
  return by.call(`ops.account.${verb}`, { ...asked, ...more });
};
const must = async (verb: string, userId: string, more: object = {}): Promise<void> => {
  const reply = await step(verb, userId, more);
  expect(reply.status, reply.text).toBe(200);
};
const trail = (event: string) =>
  fixture.app.rows(
    `select actor_kind, object, before, after from audit_event where event = $1 and result = 'ok' order by event_id`,
    [event],
  );

describe('R11.4 the users', () => {
  it('R11.4 are listed newest first with their merchant, names and numbers masked', async () => {
    const mobile = '13900000501';
    const browser = await fixture.register(mobile, { companyName: '云栖商贸有限公司' });
    await browser.call('user.updateUserName', { name: '王小明' });
    await fixture.app.clock.advance({ minutes: 1 });
    await fixture.register('13900000502');
    const page = await reviewer.call('ops.account.page', {});
    expect(page.body.data).toMatchObject({ total: 2, totalIsExact: true });
    expect(page.body.data.items).toMatchObject([
      { mobileMasked: '139****0502', status: 'active', tenantCount: 1 },
      { mobileMasked: '139****0501', name: '王**', tenantName: '云栖商贸有限公司' },
    ]);
    expect(page.body.data.items[1].lastLoginAt).toBeDefined();
    expect(page.text).not.toContain(mobile);
    expect(page.text).not.toContain('王小明');
    const found = async (filter: Readonly<Record<string, unknown>>) =>
      (await reviewer.call('ops.account.page', filter)).body.data.items.map(
        (each: { mobileMasked: string }) => each.mobileMasked,
      );
    expect(await found({ keyword: '小明' })).toEqual(['139****0501']);
    expect(await found({ keyword: '云栖' })).toEqual(['139****0501']);
    // Who may not see a name in full does not learn it by searching either.
    const reader = await enterStaff(fixture.app, 'name-reader', { roles: ['support'] });
    const seen = async (keyword: string) =>
      (await reader.call('ops.account.page', { keyword })).body.data.items.map(
        (each: { mobileMasked: string }) => each.mobileMasked,
      );
    expect(await seen('小明')).toEqual([]);
    expect(await seen('王')).toEqual([]);
    expect(await seen('云栖')).toEqual(['139****0501']);
    expect(await found({ keyword: '%' })).toEqual([]);
    expect(await found({ status: 'locked' })).toEqual([]);
  });

  it('contract 4 are read on by a cursor, none twice and none left out', async () => {
    await fixture.app.rows(
      `insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash)
        select 'bare-' || n, sha256(n::text::bytea), '\\x00', '139****0000', '$argon2id$' from generate_series(1, 10) n`,
    );
    const first = (await reviewer.call('ops.account.page', { pageSize: 10 })).body.data;
    const next = await reviewer.call('ops.account.page', { pageSize: 10, cursor: first.nextCursor });
    const ids = [...first.items, ...next.body.data.items].map(({ userId }: { userId: string }) => userId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(first.total);
    expect(next.body.data.nextCursor).toBeNull();
  });

  it('security 4.12 a user is found by the whole mobile alone, which goes sealed and stands in no trail', async () => {
    const mobile = '13900000503';
    await fixture.register(mobile);
    const userId = await find(mobile);
    expect((await detail(userId)).mobileMasked).toBe('139****0503');
    expect((await reviewer.call('ops.account.find', { mobile: '13900000599' })).body.errCode).toBe('RHSY404');
    const [found, missed] = (await trail('ops.account.find')).slice(-2);
    expect(found).toMatchObject({ actor_kind: 'staff', object: userId });
    expect(missed).toMatchObject({ actor_kind: 'staff', object: '139****0599', after: { found: false } });
    expect(await fixture.dump(['audit_event'])).not.toContain(mobile);
  });

  it('security 4.12 a number is shown in full on demand, to who may help the user, and every look is in the trail', async () => {
    const mobile = '13900000504';
    await fixture.register(mobile);
    const userId = await find(mobile);
    const ask = (by: TestBrowser, field = 'mobile') => by.call('ops.account.reveal', { userId, field });
    expect((await ask(reviewer)).body.data).toEqual({ value: mobile });
    expect((await ask(reviewer, 'email')).body.errCode).toBe('RHSY404');
    expect((await ask(support)).body.errCode).toBe('RHSY403');
    expect(await trail('ops.account.reveal')).toEqual([
      { actor_kind: 'staff', object: userId, before: null, after: { field: 'mobile' } },
    ]);
  });
});

describe('R11.4 what staff do with a user', () => {
  it('R4.4 lock: the sessions end at once, only a right password learns of it, the owner reads the reason; unlocked again', async () => {
    const mobile = '13900000511';
    const browser = await fixture.register(mobile);
    const userId = await find(mobile);
    expect((await detail(userId)).sessions).toHaveLength(1);
    expect(await step('lock', userId, { reason: '　' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason' }] } },
    });
    await must('lock', userId);
    expect(await detail(userId)).toMatchObject({
      status: 'locked',
      lockReason: '疑似盗用',
      sessions: [],
      // Who comes second reads who was first.
      last: { by: expect.stringMatching(/./), at: expect.stringMatching(/Z$/) },
    });
    await browser.raw.start();
    expect((await browser.call('user.safety')).status).toBe(401);
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    expect((await logIn(mobile, 'Not-The-Password-1')).body.errCode).toBe('OPS10001');
    expect(await step('lock', userId)).toMatchObject(cameSecond(somebody, '锁定用户'));
    await must('unlock', userId, { reason: '本人来电核实' });
    const entered = await fixture.browser();
    expect((await entered.login(mobile, strongPassword)).status).toBe(200);
    expect((await entered.call('notice.page', { kind: 'security' })).body.data.items).toContainEqual(
      expect.objectContaining({ title: '账号曾被平台锁定', text: '原因：疑似盗用' }),
    );
    expect((await trail('ops.account.lock')).at(-1)).toEqual({
      actor_kind: 'staff',
      object: userId,
      before: { status: 'active' },
      after: { status: 'locked', reason: '疑似盗用' },
    });
  });

  it('R4.5 unlock: lifts the third lock of a day by wrong tries too; where nothing is locked it is refused', async () => {
    const mobile = '13900000512';
    await fixture.register(mobile);
    const userId = await find(mobile);
    expect((await step('unlock', userId)).body.errCode).toBe('RHSY409');
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tried = 0; tried < 5; tried += 1) await logIn(mobile, `Not-The-Password-${tried}`);
      await fixture.app.clock.advance({ minutes: 11 });
    }
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    reviewer = await enterStaff(fixture.app, 'reviewer-later', { roles: ['review'] });
    colleague = await enterStaff(fixture.app, 'colleague-later', { roles: ['review'] });
    expect((await detail(userId)).lockedByTries).toBe(true);
    await must('unlock', userId);
    expect((await detail(userId)).lockedByTries).toBe(false);
    expect((await logIn(mobile)).status).toBe(200);
  });

  it('security 7.4.5 end sessions: all of them, and the account stays open', async () => {
    const mobile = '13900000513';
    const browser = await fixture.register(mobile);
    const userId = await find(mobile);
    await must('endSessions', userId, { reason: '设备遗失' });
    await browser.raw.start();
    expect((await browser.call('user.safety')).status).toBe(401);
    expect((await logIn(mobile)).status).toBe(200);
    expect((await trail('ops.account.endSessions')).at(-1)).toMatchObject({
      before: { sessions: 1 },
      after: { sessions: 0, reason: '设备遗失' },
    });
  });

  it('R10.9 change the mobile of a person who was made sure of: sessions end, both numbers and the owner are notified, nothing is left in clear', async () => {
    const [former, next, taken] = ['13900000514', '13900000515', '13900000516'];
    const browser = await fixture.register(former);
    await fixture.register(taken);
    const userId = await find(former);
    const change = (mobile: string, more: object = {}) =>
      step('changeMobile', userId, { mobile, reason: '原号停用', proofSeen: '视频核对身份证', ...more });
    for (const [mobile, path, more] of [
      [taken, 'mobile', {}],
      [former, 'mobile', {}],
      [next, 'proofSeen', { proofSeen: '　' }],
    ] as const) {
      expect(await change(mobile, more)).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
    await fixture.app.sent('sms');
    // A number that cannot be had leaves the proof for the right one.
    const stepTicket = await stepTicketOf(reviewer);
    expect((await change(taken, { stepTicket })).status).toBe(422);
    const first = await change(next, { stepTicket });
    expect(first.body.data, first.text).toMatchObject({ awaitsSecond: true });
    // Of who may confirm bills one member of staff alone changes nothing, however often.
    expect((await change(next)).body.data).toMatchObject({ awaitsSecond: true });
    expect((await fixture.app.sent('sms')).filter(({ scene }) => scene === 'notice.security')).toEqual([]);
    expect((await browser.call('user.safety')).status).toBe(200);
    expect(await detail(userId)).toMatchObject({
      mobileMasked: '139****0514',
      mobileChange: { mobileMasked: '139****0515', by: expect.stringMatching(/^reviewer/), isOwn: true },
    });
    const asColleague = (mobile: string) =>
      step('changeMobile', userId, { mobile, reason: '原号停用', proofSeen: '视频核对身份证' }, colleague);
    expect(await asColleague('13900000517')).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'mobile', message: expect.stringContaining('与同事登记的新手机号不同') }] } },
    });
    const reply = await asColleague(next);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).not.toHaveProperty('awaitsSecond');
    expect(await detail(userId)).not.toHaveProperty('mobileChange');
    const sent = (await fixture.app.sent('sms')).filter(({ scene }) => scene === 'notice.security');
    expect(sent.map(({ mobile }) => mobile)).toEqual([former, next]);
    expect((await browser.call('user.safety')).status).not.toBe(200);
    expect((await logIn(former)).body.errCode).toBe('OPS10001');
    const later = await fixture.browser();
    expect((await later.login(next, strongPassword)).status).toBe(200);
    expect((await later.call('notice.page', { kind: 'security' })).body.data.items).toContainEqual(
      expect.objectContaining({ title: '手机号已由平台变更' }),
    );
    expect((await trail('ops.account.changeMobile')).at(-1)).toMatchObject({
      before: { mobile: '139****0514' },
      after: { mobile: '139****0515', proofSeen: '视频核对身份证', reason: '原号停用' },
    });
    const trails = await fixture.dump(['audit_event', 'notice', 'idempotency']);
    for (const mobile of [former, next, taken]) expect(trails).not.toContain(mobile);
  });

  it('R10.9 R11.6 nobody confirms a mobile that one has entered who made or reset the account of the other within seven days', async () => {
    const maker = await enterStaff(fixture.app, 'maker', { roles: ['review'] });
    const made = await enterStaff(fixture.app, 'made', { roles: ['review'] });
    await fixture.app.rows(
      `insert into audit_event (event, result, actor_kind, actor_id, object, at)
        select 'ops.staff.create', 'ok', 'staff', a.staff_id, b.staff_id, app_now() - interval '6 days' from staff a, staff b
        where a.account = 'maker' and b.account = 'made'`,
    );
    const mobile = '13900000518';
    await fixture.register(mobile);
    const userId = await find(mobile);
    const asked = { mobile: '13900000519', reason: '原号停用', proofSeen: '视频核对身份证' };
    expect((await step('changeMobile', userId, asked, maker)).body.data).toMatchObject({ awaitsSecond: true });
    expect(await step('changeMobile', userId, asked, made)).toMatchObject({
      status: 409,
      body: { errCode: 'RHFE012' },
    });
    expect((await detail(userId)).mobileMasked).toBe('139****0518');
    expect((await step('changeMobile', userId, asked, colleague)).status).toBe(200);
  });

  it('R10.9 of two accounts that are given the same number at once one has it, and the other is refused', async () => {
    const mobiles = ['13900000531', '13900000532'];
    for (const mobile of mobiles) await fixture.register(mobile);
    const [one = '', other = ''] = await Promise.all(mobiles.map(find));
    // Who may not confirm bills needs no second member of staff.
    await fixture.app.rows("update member set role = 'viewer' where user_id = any($1)", [[one, other]]);
    const asked = { mobile: '13900000533', reason: '原号停用', proofSeen: '视频核对身份证' };
    const both = await Promise.all([step('changeMobile', one, asked), step('changeMobile', other, asked, colleague)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('security 4.1 every step', () => {
  it('R11.4 every step wants a fresh proof that is used once, and the version that was seen', async () => {
    const mobile = '13900000541';
    await fixture.register(mobile);
    const userId = await find(mobile);
    expect((await step('endSessions', userId, { stepTicket: 'no-such-proof' })).body.errCode).toBe('RHAC003');
    const stepTicket = await stepTicketOf(reviewer);
    expect((await step('endSessions', userId, { stepTicket })).status).toBe(200);
    expect((await step('endSessions', userId, { stepTicket })).body.errCode).toBe('RHAC003');
    expect((await step('lock', userId, { version: 1 })).body.errCode).toBe('RHSY409');
    expect((await detail(userId)).status).toBe('active');
  });

  it('R4.12 of two who lock and end sessions in one version one wins; a repeated call is answered once', async () => {
    const mobile = '13900000542';
    await fixture.register(mobile);
    const userId = await find(mobile);
    const { version: seen } = await detail(userId);
    const both = await Promise.all([
      step('lock', userId, { version: seen }),
      step('endSessions', userId, { version: seen }, colleague),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { version } = await detail(userId);
    const stepTicket = await stepTicketOf(reviewer);
    const asked = { userId, version, reason: '核实', stepTicket, idempotencyKey: newKey() };
    const replies = await Promise.all([1, 2, 3].map(() => reviewer.call('ops.account.endSessions', asked)));
    expect(new Set(replies.map(({ text }) => JSON.stringify(JSON.parse(text).data)))).toHaveLength(1);
  });

  it('R11.4 every step wants a reason, and is refused against another version', async () => {
    await fixture.register('13900000544');
    const userId = await find('13900000544');
    const proofSeen = '视频核对身份证';
    for (const [verb, more] of [
      ['lock', {}],
      ['unlock', {}],
      ['endSessions', {}],
      ['resetTotp', { proofSeen }],
      ['changeMobile', { proofSeen, mobile: '13900000545' }],
    ] as const) {
      expect(await step(verb, userId, { ...more, reason: '　' }), verb).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'reason' }] } },
      });
      expect((await step(verb, userId, { ...more, version: 77 })).body.errCode, verb).toBe('RHSY409');
    }
  });

  it('R4.12 an account that was closed is changed no more', async () => {
    const mobile = '13900000543';
    await fixture.register(mobile);
    const userId = await find(mobile);
    await fixture.app.rows("update user_account set status = 'cancelled' where user_id = $1", [userId]);
    for (const verb of ['lock', 'unlock', 'endSessions']) {
      expect((await step(verb, userId)).body.errCode, verb).toBe('RHSY409');
    }
  });

  it('R6.3 reads for every role that serves customers, and is refused to the one for content', async () => {
    const content = await enterStaff(fixture.app, 'content', { roles: ['content'] });
    expect((await content.call('ops.account.page', {})).body.errCode).toBe('RHSY403');
    support = await enterStaff(fixture.app, 'support-later', { roles: ['support'] });
    expect((await support.call('ops.account.page', {})).status).toBe(200);
  });
});
