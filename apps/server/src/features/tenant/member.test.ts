import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import { freshKey, join, logIn, type Merchant, makeMerchant, stepTicket } from './tenant.fixture.ts';

let app: TestApp;
let owner: Merchant;
let outsider: Merchant;

beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app, '李娜');
  outsider = await makeMerchant(app, '赵敏');
});
afterAll(() => app.close());

type Payload = Readonly<Record<string, unknown>>;

const write = (who: Merchant, operation: string, payload: Payload) =>
  who.browser.call(operation, { ...payload, idempotencyKey: freshKey() });
const invite = async (who: Merchant, mobile: string, more: Payload = {}) =>
  write(who, 'member.invite', { mobile, role: 'finance', stepTicket: await stepTicket(app, who.browser), ...more });
const mine = async (who: Merchant): Promise<{ invitationId: string; tenantName: string }[]> =>
  (await who.browser.call('member.invitations')).body.data.items;
const answerOf = ({ status, body: { traceId: _, ...body } }: TestReply) => ({ status, body });
const rolesOf = async ({ tenantId }: Merchant) => {
  const rows = await app.rows('select user_id, role from member where tenant_id = $1 order by user_id', [tenantId]);
  return Object.fromEntries(rows.map((row) => [row['user_id'], row['role']]));
};

/** A visitor's SMS code for a mobile. */
const sendCode = async (mobile: string): Promise<TestReply> => {
  const visitor = await app.open();
  const { imageId } = (await visitor.call('user.generateImageCode')).body.data;
  const { imageTicket } = (await visitor.call('user.verifyImageCode', { imageId, code: 'abcd' })).body.data;
  return visitor.call('portal.sendSmsCode', { mobile, scene: 'register', imageTicket });
};

/** A tenant with an owner, a finance member and a viewer, each in a session of this tenant. */
const team = async () => {
  const host = await makeMerchant(app);
  const enter = async (role: 'finance' | 'viewer'): Promise<Merchant> => {
    const guest = await makeMerchant(app);
    await join(app, host, { guest, role });
    const browser = await logIn(app, guest.mobile);
    browser.take((await browser.call('tenant.switch', { tenantId: host.tenantId })).body.data);
    return { ...guest, tenantId: host.tenantId, browser };
  };
  return { host, finance: await enter('finance'), viewer: await enter('viewer') };
};

describe('R10.9 invitations', () => {
  it('R10.9 are sent by mobile, found by its owner, and accepted once', async () => {
    const guest = await makeMerchant(app, '王芳');
    const sent = await invite(owner, guest.mobile);
    expect(sent).toMatchObject({ status: 200, body: { data: { invitationId: expect.any(String) } } });
    expect(await app.sent('sms')).toContainEqual(
      expect.objectContaining({ mobile: guest.mobile, scene: 'memberInvite' }),
    );
    const [found, ...rest] = await mine(guest);
    const [tenant] = await app.rows('select name from tenant where tenant_id = $1', [owner.tenantId]);
    expect(found).toMatchObject({ tenantName: tenant?.['name'], role: 'finance', invitedBy: '李娜' });
    expect(rest).toEqual([]);
    expect(await mine(outsider)).toEqual([]);
    const payload = { invitationId: found?.invitationId, idempotencyKey: freshKey() };
    const [first, second] = [
      await guest.browser.call('member.accept', payload),
      await guest.browser.call('member.accept', payload),
    ];
    expect(first).toMatchObject({ status: 200, body: { data: { tenantId: owner.tenantId, role: 'finance' } } });
    expect(answerOf(second)).toEqual(answerOf(first));
    expect(await write(guest, 'member.accept', { invitationId: found?.invitationId })).toMatchObject({
      status: 409,
      body: { errCode: 'RHME003' },
    });
    const page = await owner.browser.call('member.page');
    expect(page.body.data).toMatchObject({
      total: 2,
      items: [
        { memberId: guest.userId, name: '王芳', role: 'finance', isSelf: false },
        { memberId: owner.userId, role: 'owner', isSelf: true },
      ],
    });
    const history = await app.rows('select event, to_role from member_history where user_id = $1', [guest.userId]);
    expect(history).toEqual([{ event: 'joined', to_role: 'finance' }]);
  });

  it('contract 4 the list of members continues by its cursor, is counted only on the first page, and refuses a too deep page', async () => {
    const host = await makeMerchant(app);
    // Eleven members who joined at almost the same time.
    await app.rows(
      `with people as (
          insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash)
          select $1 || n, sha256(($1 || n)::bytea), '', '138****0001', '$argon2id$none' from generate_series(1, 11) n returning user_id)
        insert into member (tenant_id, user_id, role, created_at)
        select $1, user_id, 'viewer', app_now() - interval '1 day' + row_number() over () * interval '100 microseconds' from people`,
      [host.tenantId],
    );
    const page = async (input: object) =>
      (await host.browser.call('member.page', { pageSize: 10, ...input })).body.data;
    const first = await page({});
    expect(first).toMatchObject({ page: 1, pageSize: 10, total: 12, totalIsExact: true });
    const second = await page({ page: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ nextCursor: null });
    expect(second).not.toHaveProperty('total');
    const ids = [...first.items, ...second.items].map(({ memberId }: { memberId: string }) => memberId);
    expect(new Set(ids).size).toBe(12);
    expect(ids).toEqual(
      [...(await page({})).items, ...(await page({ page: 2 })).items].map(({ memberId }) => memberId),
    );
    const deep = await host.browser.call('member.page', { page: 900_000 });
    expect(deep).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'cursor' }] } } });
  });

  it('R10.9 of ten parallel acceptances one adds a member', async () => {
    const [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
    await invite(host, guest.mobile);
    const [found] = await mine(guest);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => write(guest, 'member.accept', { invitationId: found?.invitationId })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rolesOf(host)).toEqual({ [host.userId]: 'owner', [guest.userId]: 'finance' });
  });

  it('R10.9 a mobile that is a member or invited already is not invited again; of five parallel invitations one is stored', async () => {
    const host = await makeMerchant(app);
    const ticket = () => stepTicket(app, host.browser);
    const tickets = await Promise.all([ticket(), ticket(), ticket(), ticket(), ticket()]);
    const replies = await Promise.all(
      tickets.map((one) => write(host, 'member.invite', { mobile: '13700000001', role: 'viewer', stepTicket: one })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await invite(host, '13700000001')).toMatchObject({ status: 409, body: { errCode: 'RHME001' } });
    expect(await invite(host, host.mobile)).toMatchObject({ status: 409, body: { errCode: 'RHME001' } });
  });

  it('R10.9 needs a fresh proof, which can be used once; without it nothing is sent or stored', async () => {
    const host = await makeMerchant(app);
    const none = await invite(host, '13700000002', { stepTicket: 'made-up' });
    expect(none).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    const ticket = await stepTicket(app, host.browser);
    expect((await invite(host, '13700000002', { stepTicket: ticket })).status).toBe(200);
    expect((await invite(host, '13700000003', { stepTicket: ticket })).status).toBe(403);
    const rows = await app.rows('select mobile_masked from member_invitation where tenant_id = $1', [host.tenantId]);
    expect(rows).toEqual([{ mobile_masked: '137****0002' }]);
    expect((await app.sent('sms')).filter(({ mobile }) => mobile === '13700000003')).toEqual([]);
  });

  it('R5.3 a mobile gets no more messages by invitations than by codes', async () => {
    const [one, two] = [await makeMerchant(app), await makeMerchant(app)];
    expect((await invite(one, '13700000004')).status).toBe(200);
    expect(await invite(two, '13700000004')).toMatchObject({ status: 429, body: { data: { retryAfter: 60 } } });
  });

  it('R5.3 a mobile that is invited again and again still gets its codes, and no message after the fifth', async () => {
    const host = await makeMerchant(app);
    const mobile = '13700000005';
    for (let round = 0; round < 5; round += 1) {
      await app.clock.advance({ minutes: 2 });
      const { invitationId } = (await invite(host, mobile)).body.data;
      await write(host, 'member.withdraw', { invitationId });
    }
    await app.clock.advance({ minutes: 2 });
    expect(await invite(host, mobile)).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    const messages = (await app.sent('sms')).filter((sms) => sms.mobile === mobile);
    expect(messages.map(({ scene }) => scene)).toEqual(Array(5).fill('memberInvite'));
    expect((await sendCode(mobile)).status).toBe(200);
  });

  it('R5.3 codes have priority: invitations may use half of the installation’s limit', async () => {
    const host = await makeMerchant(app);
    const half = Math.ceil(app.ports.limits.smsPerDay / 2);
    await app.rows(
      `insert into sms_budget (window_kind, starts_at, sent) values ('day', date_trunc('day', app_now(), 'Asia/Shanghai'), $1)
        on conflict (window_kind, starts_at) do update set sent = $1`,
      [half],
    );
    expect(await invite(host, '13700000006')).toMatchObject({ status: 503, body: { errCode: 'OPS10005' } });
    expect(await app.rows("select 1 from member_invitation where mobile_masked = '137****0006'")).toEqual([]);
    expect((await sendCode('13700000006')).status).toBe(200);
    await app.rows('delete from sms_budget');
  });

  it('R10.9 at most fifty are open at the same time', async () => {
    const host = await makeMerchant(app);
    await app.rows(
      `insert into member_invitation (tenant_id, invitation_id, mobile_digest, mobile_masked, role, invited_by, expires_at)
        select $1, 'full-' || n, sha256(('full' || n)::bytea), '137****0000', 'viewer', $2, app_now() + interval '7 days'
        from generate_series(1, 49) n`,
      [host.tenantId, host.userId],
    );
    expect((await invite(host, '13700000015')).status).toBe(200);
    expect(await invite(host, '13700000016')).toMatchObject({ status: 409, body: { errCode: 'RHME004' } });
    expect((await app.sent('sms')).filter(({ mobile }) => mobile === '13700000016')).toEqual([]);
  });

  it('R10.9 a closed one can be neither declined nor withdrawn', async () => {
    const [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
    const { invitationId } = (await invite(host, guest.mobile)).body.data;
    const answers = [
      await write(guest, 'member.decline', { invitationId }),
      await write(guest, 'member.decline', { invitationId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    const late = [answers[1], await write(host, 'member.withdraw', { invitationId })];
    for (const reply of late) {
      expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHME003' } });
      // Not the host's own invitation, which came before it: whom the guest is elsewhere is not the host's.
      expect(reply?.body.data?.last).toBeUndefined();
    }
    const [row] = await app.rows('select status from member_invitation where invitation_id = $1', [invitationId]);
    expect(row).toEqual({ status: 'declined' });
  });

  it('R10.9 can be declined and withdrawn, and expires after seven days', async () => {
    const [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
    await invite(host, guest.mobile);
    const [declined] = await mine(guest);
    expect((await write(guest, 'member.decline', { invitationId: declined?.invitationId })).status).toBe(200);
    expect(await mine(guest)).toEqual([]);
    await app.clock.advance({ minutes: 2 });
    await invite(host, guest.mobile);
    const { items } = (await host.browser.call('member.invited')).body.data;
    expect(items).toMatchObject([{ mobileMasked: expect.stringMatching(/^139\*{4}\d{4}$/), role: 'finance' }]);
    const { invitationId } = items[0];
    expect((await write(host, 'member.withdraw', { invitationId })).status).toBe(200);
    expect(await write(host, 'member.withdraw', { invitationId })).toMatchObject(
      cameSecond(somebody, '撤回成员邀请', 'RHME003'),
    );
    expect(await write(guest, 'member.accept', { invitationId })).toMatchObject({ status: 409 });
    await app.clock.advance({ minutes: 2 });
    await invite(host, guest.mobile);
    await app.clock.advance({ days: 7 });
    const late: Merchant = { ...guest, browser: await logIn(app, guest.mobile) };
    expect(await mine(late)).toEqual([]);
    const back: Merchant = { ...host, browser: await logIn(app, host.mobile) };
    expect((await invite(back, guest.mobile)).status).toBe(200);
    owner = { ...owner, browser: await logIn(app, owner.mobile) };
    outsider = { ...outsider, browser: await logIn(app, outsider.mobile) };
  });

  it('R6.3 another user’s invitation is answered like a missing one, for every role', async () => {
    const guest = await makeMerchant(app);
    const sent = await invite(owner, guest.mobile);
    const { invitationId } = sent.body.data;
    for (const operation of ['member.accept', 'member.decline', 'member.withdraw']) {
      const foreign = await write(outsider, operation, { invitationId });
      expect(answerOf(foreign)).toEqual(answerOf(await write(outsider, operation, { invitationId: 'no-such-one' })));
      expect(foreign.status).toBe(404);
    }
    expect(await mine(guest)).toHaveLength(1);
  });
});

describe('R10.9 roles', () => {
  it('R10.9 a new role holds at the member’s next call, without a new login', async () => {
    const { host, viewer } = await team();
    const change = { memberId: viewer.userId, role: 'finance' };
    expect(await write(host, 'member.setRole', change)).toMatchObject({
      status: 200,
      body: { data: { role: 'finance' } },
    });
    const [session] = await app.rows("select role from session where key_id = split_part($1, '.', 1)", [
      viewer.browser.keyId,
    ]);
    expect(session).toEqual({ role: 'finance' });
    const started = await viewer.browser.start();
    expect(started.body.data.auth['order.write']).toBe(true);
  });

  it('R10.9 the tenant is handed over with a fresh proof, and has one owner throughout', async () => {
    const { host, finance } = await team();
    const change = { memberId: finance.userId, role: 'owner' };
    expect(await write(host, 'member.setRole', change)).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    const ticket = await stepTicket(app, host.browser);
    expect((await write(host, 'member.setRole', { ...change, stepTicket: ticket })).status).toBe(200);
    expect(await rolesOf(host)).toMatchObject({ [host.userId]: 'finance', [finance.userId]: 'owner' });
    expect((await host.browser.call('member.page')).status).toBe(403);
    expect((await finance.browser.call('member.page')).status).toBe(200);
    const history = await app.rows(
      'select user_id, from_role, to_role, by_user_id from member_history where tenant_id = $1 order by 1',
      [host.tenantId],
    );
    expect(history).toHaveLength(2);
  });

  it('R10.9 of several hand-overs at once one wins, and there is still one owner', async () => {
    const { host, finance, viewer } = await team();
    const give = async ({ userId }: Merchant) =>
      write(host, 'member.setRole', {
        memberId: userId,
        role: 'owner',
        stepTicket: await stepTicket(app, host.browser),
      });
    const replies = await Promise.all([give(finance), give(viewer), give(finance), give(viewer)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const roles = Object.values(await rolesOf(host));
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
  });

  it('R10.9 the owner cannot step down or go without handing over', async () => {
    const { host } = await team();
    const down = await write(host, 'member.setRole', { memberId: host.userId, role: 'viewer' });
    expect(down).toMatchObject({ status: 409, body: { errCode: 'RHME002' } });
    const gone = await write(host, 'member.remove', { memberId: host.userId });
    expect(gone).toMatchObject({ status: 409, body: { errCode: 'RHME002' } });
  });

  it('R10.9 a removed member’s sessions in this tenant end at once, those in their own tenant continue', async () => {
    const { host, viewer } = await team();
    const elsewhere = await logIn(app, viewer.mobile);
    await app.rows('update user_account set last_tenant_id = null where user_id = $1', [viewer.userId]);
    const home = await logIn(app, viewer.mobile);
    expect((await home.call('tenant.get')).body.data.tenantId).not.toBe(host.tenantId);
    expect((await write(host, 'member.remove', { memberId: viewer.userId })).status).toBe(200);
    expect((await viewer.browser.call('tenant.get')).status).not.toBe(200);
    expect((await elsewhere.call('tenant.get')).status).not.toBe(200);
    expect((await home.call('tenant.get')).status).toBe(200);
    expect((await write(host, 'member.remove', { memberId: viewer.userId })).status).toBe(404);
  });

  it('R1.1 a user without a tenant gets a new one at the next login', async () => {
    const { host, finance } = await team();
    await app.rows("delete from member where user_id = $1 and role = 'owner'", [finance.userId]);
    expect((await write(host, 'member.remove', { memberId: finance.userId })).status).toBe(200);
    const browser = await logIn(app, finance.mobile);
    const { tenantId } = (await browser.call('tenant.get')).body.data;
    expect(tenantId).not.toBe(host.tenantId);
    const rows = await app.rows('select role from member where tenant_id = $1', [tenantId]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });

  it('R6.3 finance and viewer cannot manage members; another tenant’s member is answered like a missing one', async () => {
    const { host, finance, viewer } = await team();
    for (const who of [finance, viewer]) {
      const reply = await write(who, 'member.remove', { memberId: host.userId });
      expect(reply).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    }
    for (const [operation, more] of [
      ['member.setRole', { role: 'viewer' }],
      ['member.remove', {}],
    ] as const) {
      const foreign = await write(outsider, operation, { memberId: finance.userId, ...more });
      expect(answerOf(foreign)).toEqual(
        answerOf(await write(outsider, operation, { memberId: 'no-such-one', ...more })),
      );
      expect(foreign.status).toBe(404);
    }
    expect(Object.keys(await rolesOf(host))).toHaveLength(3);
  });
});
