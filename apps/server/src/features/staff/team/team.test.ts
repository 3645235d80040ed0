import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorAuthor } from '#kernel/command-verb';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { addStaff, enterStaff, staffPassword, stepTicketOf } from '../staff.fixture.ts';
import { resetFirstAdmin } from '../staff-admin.ts';

let app: TestApp;
let admin: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  admin = await enterStaff(app, 'the-admin');
});
afterAll(() => app.close());

const key = () => app.ports.ids.id();
const versionOf = async (staffId: string): Promise<number> => {
  const [row] = await app.rows('select version from staff where staff_id = $1', [staffId]);
  return Number(row?.['version']);
};
/** One change of a colleague, with everything that it needs; `more` replaces parts of it. */
const change = async (by: TestBrowser, step: string, staffId: string, more: object = {}): Promise<TestReply> =>
  by.call(`ops.staff.${step}`, {
    staffId,
    version: await versionOf(staffId),
    stepTicket: Object(more).stepTicket ?? (await stepTicketOf(by)),
    idempotencyKey: key(),
    ...(step === 'lock' ? { reason: '离岗' } : {}),
    ...(step === 'update' ? { name: '李娜', roles: ['review'] } : {}),
    ...more,
  });
const create = async (more: object = {}): Promise<TestReply> =>
  admin.call('ops.staff.create', {
    account: `new-${app.ports.ids.digits(8)}`,
    name: '李娜',
    roles: ['review', 'finance'],
    stepTicket: await stepTicketOf(admin),
    idempotencyKey: key(),
    ...more,
  });
const logIn = async (account: string, pwd = staffPassword) => {
  const browser = await app.openConsole();
  return { browser, reply: await browser.call('ops.login', { account, pwd }) };
};
const isIn = async (browser: TestBrowser) => (await browser.call('ops.user.info')).status === 200;
const changes = ['update', 'lock', 'unlock', 'resetPassword', 'resetTotp', 'endSessions'];

describe('R6.1 a new member of staff', () => {
  it('R11.1 gets a one-time password, which is shown once, lives thirty minutes and is stored nowhere', async () => {
    const payload = { account: ' Li.Na ', idempotencyKey: key(), stepTicket: await stepTicketOf(admin) };
    const { body } = await create(payload);
    const { staffId, oneTimePassword, expiresAt } = body.data;
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBeGreaterThan(29 * 60_000);
    expect((await create(payload)).body.data).toEqual(body.data);
    const tables = ['staff', 'staff_password', 'audit_event', 'idempotency'];
    const dumps = await Promise.all(tables.map((table) => app.rows(`select t::text as row from ${table} t`)));
    expect(JSON.stringify(dumps)).not.toContain(oneTimePassword);
    const { reply, browser } = await logIn('li.na', oneTimePassword);
    expect(reply.body.data).toMatchObject({ user: { staffId, roles: ['review', 'finance'] }, mustChangePwd: true });
    expect((await browser.call('ops.staff.page')).body.errCode).toBe('RHST001');
    const [event] = await app.rows(
      "select after, actor_kind from audit_event where object = $1 and event = 'ops.staff.create'",
      [staffId],
    );
    expect(event).toEqual({ actor_kind: 'staff', after: { account: 'li.na', roles: ['review', 'finance'] } });
  });

  it('R5.5 wants an account name and a name, and one that nobody has; also of two at the same moment', async () => {
    expect((await create({ account: '李娜' })).body.data.fields[0].path).toBe('account');
    expect((await create({ name: '　' })).body.data.fields[0].path).toBe('name');
    expect((await create({ account: 'The-Admin' })).body.errCode).toBe('RHST002');
    const both = await Promise.all([create({ account: 'twice' }), create({ account: 'twice' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('security 4.4 wants a fresh proof, which serves once', async () => {
    expect((await create({ stepTicket: 'none' })).body.errCode).toBe('RHAC003');
    const stepTicket = await stepTicketOf(admin);
    expect((await create({ stepTicket })).status).toBe(200);
    expect((await create({ stepTicket })).body.errCode).toBe('RHAC003');
  });
});

describe('R6.1 the list of staff', () => {
  it('R6.1 is filtered by account, name, role and status, and a colleague is found with sessions and locks', async () => {
    const staffId = await addStaff(app, 'listed-one', { roles: ['support'] });
    await app.rows("update staff set name = '张%三' where staff_id = $1", [staffId]);
    const { browser } = await logIn('listed-one');
    const find = async (filter: object) => (await admin.call('ops.staff.page', { ...filter })).body.data;
    for (const filter of [{ keyword: 'LISTED-' }, { keyword: '%三' }, { role: 'support' }]) {
      const { items, total } = await find(filter);
      expect([items.map((each: { staffId: string }) => each.staffId), total], JSON.stringify(filter)).toEqual([
        [staffId],
        1,
      ]);
    }
    expect((await find({ keyword: '%' })).total).toBe(1);
    expect((await find({ status: 'closed' })).items).toEqual([]);
    const detail = async () => (await admin.call('ops.staff.detail', { staffId })).body.data;
    expect(await detail()).toMatchObject({
      account: 'listed-one',
      lockedByTries: false,
      totp: { on: false },
      sessions: [{ isCurrent: false }],
    });
    for (let tried = 0; tried < 5; tried += 1)
      await browser.call('ops.login', { account: 'listed-one', pwd: 'Wrong-2026' });
    expect(await detail()).toMatchObject({ lockedByTries: true });
    expect((await admin.call('ops.staff.detail', { staffId: 'nobody' })).body.errCode).toBe('RHSY404');
  });
});

describe('R6.1 changes of a colleague', () => {
  it('R6.1 another role or name ends their sessions at once, and is audited with before and after', async () => {
    const browser = await enterStaff(app, 'changed', { roles: ['content'] });
    const [row] = await app.rows("select staff_id from staff where account = 'changed'");
    const staffId = String(row?.['staff_id']);
    expect((await change(admin, 'update', staffId, { roles: ['review', 'review'] })).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect((await logIn('changed')).reply.body.data.user).toMatchObject({ roles: ['review'], name: '李娜' });
    const [event] = await app.rows(
      "select before, after from audit_event where object = $1 and event = 'ops.staff.update'",
      [staffId],
    );
    expect(event).toEqual({ before: { roles: ['content'] }, after: { roles: ['review'], renamed: true } });
  });

  it('R5.5 of a name or a reason of spaces alone nothing is changed', async () => {
    const staffId = await addStaff(app, 'kept-as-is', { roles: ['content'] });
    for (const [step, more, field] of [
      ['update', { name: ' \u3000' }, 'name'],
      ['lock', { reason: ' ' }, 'reason'],
    ] as const) {
      expect((await change(admin, step, staffId, more)).body.data.fields[0].path, step).toBe(field);
    }
    expect(await versionOf(staffId)).toBe(1);
    expect((await logIn('kept-as-is')).reply.body.data.user).toMatchObject({ roles: ['content'] });
  });

  it('R6.1 a locked account logs in nowhere until it is unlocked, which lifts the locks of wrong tries too', async () => {
    const browser = await enterStaff(app, 'locked-one');
    const [row] = await app.rows("select staff_id from staff where account = 'locked-one'");
    const staffId = String(row?.['staff_id']);
    expect((await change(admin, 'lock', staffId)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect((await logIn('locked-one')).reply.body.errCode).toBe('OPS100021');
    expect((await admin.call('ops.staff.detail', { staffId })).body.data).toMatchObject({
      status: 'locked',
      lockReason: '离岗',
      // Who comes second reads who was first.
      last: { by: expect.stringMatching(/./), at: expect.stringMatching(/Z$/) },
    });
    for (let tried = 0; tried < 5; tried += 1) await logIn('locked-one', 'Not-The-Password-1');
    expect((await change(admin, 'unlock', staffId)).status).toBe(200);
    expect((await logIn('locked-one')).reply.status).toBe(200);
  });

  it('R11.1 a reset of the password gives a one-time one, ends sessions and forgets devices', async () => {
    const browser = await enterStaff(app, 'forgot');
    const [row] = await app.rows("select staff_id from staff where account = 'forgot'");
    const staffId = String(row?.['staff_id']);
    const idempotencyKey = key();
    const version = await versionOf(staffId);
    const stepTicket = await stepTicketOf(admin);
    const reply = await change(admin, 'resetPassword', staffId, { idempotencyKey, version, stepTicket });
    const again = await change(admin, 'resetPassword', staffId, { idempotencyKey, version, stepTicket });
    expect(again.body.data).toEqual(reply.body.data);
    expect(await isIn(browser)).toBe(false);
    expect(await app.rows('select 1 from staff_device where staff_id = $1', [staffId])).toEqual([]);
    expect((await logIn('forgot')).reply.body.errCode).toBe('OPS100015');
    const { oneTimePassword } = reply.body.data;
    expect((await logIn('forgot', oneTimePassword)).reply.body.data).toMatchObject({ mustChangePwd: true });
    expect((await logIn('forgot', oneTimePassword)).reply.body.errCode).toBe('RHST005');
  });

  it('R11.1 a reset of the second factor removes it and its recovery codes; ending sessions ends all', async () => {
    const staffId = await addStaff(app, 'lost-phone', { totpSecret: Buffer.alloc(20, 3) });
    await app.rows("insert into staff_recovery_code values ($1, sha256('x'))", [staffId]);
    expect((await change(admin, 'resetTotp', staffId)).status).toBe(200);
    expect(await app.rows('select 1 from staff_recovery_code where staff_id = $1', [staffId])).toEqual([]);
    const { browser, reply } = await logIn('lost-phone');
    expect(reply.status).toBe(200);
    expect((await change(admin, 'endSessions', staffId)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
  });

  it('house 8 of two editors of one version the second is refused, and an unused proof stays valid', async () => {
    const staffId = await addStaff(app, 'edited-twice');
    const version = await versionOf(staffId);
    expect((await change(admin, 'update', staffId, { version })).status).toBe(200);
    const stepTicket = await stepTicketOf(admin);
    for (const step of changes)
      expect(await change(admin, step, staffId, { version, stepTicket }), step).toMatchObject(
        cameSecond(somebody, '修改运营人员的姓名与角色'),
      );
    expect((await change(admin, 'update', staffId, { stepTicket })).status).toBe(200);
    const second = await enterStaff(app, 'second-editor');
    const now = await versionOf(staffId);
    const both = await Promise.all([admin, second].map((by) => change(by, 'update', staffId, { version: now })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each(changes)('R6.1 %s is refused without a proof, for nobody, and for oneself', async (step) => {
    const staffId = await addStaff(app, `refused-${step.toLowerCase()}`);
    const [own] = await app.rows("select staff_id from staff where account = 'the-admin'");
    expect((await change(admin, step, staffId, { stepTicket: 'none' })).body.errCode).toBe('RHAC003');
    expect((await change(admin, step, staffId, { staffId: 'nobody' })).body.errCode).toBe('RHSY404');
    expect((await change(admin, step, String(own?.['staff_id']))).body.errCode).toBe('RHST003');
    // Both tries are in the trail, with whom they aimed at (R11.7).
    const tries = "select result, object from audit_event where object = $1 and actor_id = $2 and result <> 'ok'";
    for (const [object, result] of [
      [staffId, 'RHAC003'],
      [own?.['staff_id'], 'RHST003'],
    ]) {
      expect(await app.rows(tries, [object, own?.['staff_id']])).toContainEqual({ object, result });
    }
  });

  it.each([...changes, 'create'])(
    'R6.1 %s is refused to an admin who lost the right while the call was on its way',
    async (step) => {
      const account = `loses-${step.toLowerCase()}`;
      const browser = await enterStaff(app, account);
      const staffId = await addStaff(app, `kept-${step.toLowerCase()}`);
      const stepTicket = await stepTicketOf(browser);
      // The session still has the role that the account has lost.
      await app.rows("update staff set roles = '{content}' where account = $1", [account]);
      const reply =
        step === 'create'
          ? await browser.call('ops.staff.create', {
              account: 'never',
              name: 'x',
              roles: ['admin'],
              stepTicket,
              idempotencyKey: key(),
            })
          : await change(browser, step, staffId, { stepTicket });
      expect(reply.body.errCode).toBe('RHSY403');
    },
  );

  it('R6.1 of two admins who lock each other at the same moment one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const names = [`duel-a-${round}`, `duel-b-${round}`];
      const [a, b] = [await enterStaff(app, names[0] ?? ''), await enterStaff(app, names[1] ?? '')];
      const rows = await app.rows('select staff_id from staff where account = any($1) order by account', [names]);
      const [idA, idB] = rows.map((row) => String(row['staff_id']));
      const tickets = await Promise.all([a, b].map((by) => stepTicketOf(by)));
      const lock = (by: TestBrowser, staffId = '', stepTicket = '') =>
        change(by, 'lock', staffId, { version: 1, stepTicket });
      const [one, other] = await Promise.all([lock(a, idB, tickets[0]), lock(b, idA, tickets[1])]);
      expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1);
      const open = await app.rows("select 1 from staff where account = any($1) and status = 'active'", [names]);
      expect(open).toHaveLength(1);
    }
  });
});

describe('R11.1 what is done to accounts of staff is shown to every other admin', () => {
  it('R11.1 every other admin reads who made, changed or reset which colleague, until they have seen it', async () => {
    const other = await enterStaff(app, 'other-admin');
    const finance = await enterStaff(app, 'not-an-admin', { roles: ['finance'] });
    const news = async (by: TestBrowser) => (await by.call('ops.staff.news')).body.data.items;
    expect(await news(other)).toEqual([]);
    const { staffId } = (await create({ account: 'news-of', name: '李娜' })).body.data;
    for (const step of ['update', 'lock', 'unlock', 'resetPassword', 'resetTotp', 'endSessions'])
      expect((await change(admin, step, staffId)).status, step).toBe(200);
    await resetFirstAdmin(app.database, app.ports, operatorAuthor);
    // What was refused changed nothing.
    expect((await change(admin, 'lock', staffId, { stepTicket: 'none' })).status).toBe(403);
    // An event waits until none that is older can still come, from whatever else runs on this server.
    await expect.poll(() => news(other)).toHaveLength(7);
    const shown = await news(other);
    expect(shown.map(({ change: done }: { change: string }) => done)).toEqual([
      'resetAdmin',
      'resetTotp',
      'resetPassword',
      'unlock',
      'lock',
      'update',
      'create',
    ]);
    expect(shown[0]).toMatchObject({ by: '', account: 'admin' });
    expect(shown.at(-1)).toMatchObject({ by: 'the-admin', account: 'news-of', name: '李娜' });
    // One's own doing is no news.
    const [first, ...rest] = await news(admin);
    expect(first).toMatchObject({ change: 'resetAdmin' });
    expect(rest.filter(({ account }: { account: string }) => account === 'news-of')).toEqual([]);
    expect(await finance.call('ops.staff.news')).toMatchObject({ status: 403 });
    const see = (eventId: number) => other.call('ops.staff.seeNews', { eventId });
    expect((await see(shown[2].eventId)).status).toBe(200);
    expect(await news(other)).toEqual(shown.slice(0, 2));
    await see(shown[6].eventId);
    expect(await news(other)).toHaveLength(2);
    await see(shown[0].eventId);
    expect(await news(other)).toEqual([]);
  });
});
