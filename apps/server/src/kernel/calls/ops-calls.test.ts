import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { opened, sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());

const key = (name: string) => name.padEnd(20, '0');
const trailOf = (event: string) =>
  app.rows(
    `select event, operation, result, actor_kind, actor_id, tenant_id, user_id, before, after from audit_event
     where operation = $1 order by event_id`,
    [event],
  );

describe('R6.3 calls of staff', () => {
  test('R6.3 a role with one of the keys is allowed, a role without is a 403', async () => {
    const expected = { admin: 200, review: 200, finance: 200, content: 403, support: 403 } as const;
    for (const role of Object.keys(expected) as (keyof typeof expected)[]) {
      const browser = await enterStaff(app, `key-${role}`, { roles: [role] });
      const reply = await browser.call('sample.review', { idempotencyKey: key(`key-${role}`) });
      expect(reply.status, role).toBe(expected[role]);
    }
    const both = await enterStaff(app, 'key-both', { roles: ['content', 'review'] });
    expect((await both.call('sample.review', { idempotencyKey: key('both') })).status).toBe(200);
  });

  test('R11.7 the event that a handler records is its call’s only event, with its actor and its values', async () => {
    await app.rows("select 1 from audit_event where operation = 'sample.review'");
    const before = (await trailOf('sample.review')).length;
    const browser = await enterStaff(app, 'recorder');
    const payload = { idempotencyKey: key('recorded') };
    const { body } = await browser.call('sample.review', payload);
    expect((await browser.call('sample.review', payload, { direct: true })).body.data).toEqual(body.data);
    const refused = await browser.call('sample.review', { fails: true, idempotencyKey: key('refused') });
    expect(refused.body.errCode).toBe('OPS10004');
    const [one, ...others] = (await trailOf('sample.review')).slice(before);
    expect(others).toEqual([]);
    expect(one).toEqual({
      event: 'sample.review',
      operation: 'sample.review',
      result: 'ok',
      actor_kind: 'staff',
      actor_id: body.data.staffId,
      tenant_id: 't-reviewed',
      user_id: null,
      before: { at: 1 },
      after: { at: 2 },
    });
  });

  test('R11.7 a refused write with a key is in the trail and in the log as any refusal is, and its stored answer is not a second time', async () => {
    const browser = await enterStaff(app, 'refused');
    const before = (await trailOf('sample.review')).length;
    const log = vi.spyOn(app.ports.log, 'info');
    const payload = { forbids: 'one', idempotencyKey: key('forbidden') };
    for (const _ of [1, 2, 3]) {
      const reply = await browser.call('sample.review', payload);
      expect(reply).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    }
    const lines = log.mock.calls.map(([line]) => line).filter(({ event }) => event === 'refused');
    log.mockRestore();
    expect((await trailOf('sample.review')).slice(before)).toMatchObject([
      { event: 'sample.review', result: 'RHSY403', actor_kind: 'staff' },
    ]);
    const again = { event: 'refused', operation: 'sample.review', status: 403, replayed: true };
    expect(lines).toMatchObject([{ event: 'refused', operation: 'sample.review', code: 'RHSY403' }, again, again]);
  });

  test('R11.7 of parallel calls with one key that are refused one is in the trail', async () => {
    const browser = await enterStaff(app, 'refused-often');
    const before = (await trailOf('sample.review')).length;
    const payload = { forbids: 'often', idempotencyKey: key('forbidden-often') };
    const replies = await Promise.all(Array.from({ length: 20 }, () => browser.call('sample.review', payload)));
    expect(new Set(replies.map(({ body }) => body.errCode))).toEqual(new Set(['RHSY403']));
    expect((await trailOf('sample.review')).length - before).toBe(1);
  });

  test('R11.7 a file that was opened is closed again when its download cannot be recorded', async () => {
    const browser = await enterStaff(app, 'downloader');
    const download = () => browser.call('sample.opened');
    expect((await download()).status).toBe(200);
    await runAsAdmin(
      app.url,
      `create function refuse_download() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
       create trigger refuse_download before insert on audit_event for each row when (new.operation = 'sample.opened' and new.result = 'ok')
         execute function refuse_download()`,
    );
    expect((await download()).status).toBe(500);
    await runAsAdmin(app.url, 'drop trigger refuse_download on audit_event');
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test('R4.12 a key of one member of staff is not that of another', async () => {
    const [one, other] = [await enterStaff(app, 'keeps-one'), await enterStaff(app, 'keeps-two')];
    const payload = { idempotencyKey: key('common') };
    const [first, second] = [await one.call('sample.review', payload), await other.call('sample.review', payload)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.data.staffId).not.toBe(second.body.data.staffId);
  });

  test('R8.6 a call that is refused because of pending set-up is audited', async () => {
    const browser = await enterStaff(app, 'unready');
    await app.rows(`update session set pending_setup = '{totp}' where staff_id is not null and owner_id in
      (select staff_id from staff where account = 'unready')`);
    const reply = await browser.call('sample.review', { idempotencyKey: key('unready') });
    expect(reply.body).toMatchObject({ errCode: 'RHST001', data: { need: 'totp' } });
    expect((await trailOf('sample.review')).at(-1)).toMatchObject({ result: 'RHST001', actor_kind: 'staff' });
  });
});

describe('contract 1 two areas in one browser', () => {
  test('contract 1 portal and console work side by side, each with its cookie and key', async () => {
    const browser = await enterStaff(app, 'side-by-side');
    const { keyId, key: signKey } = browser;
    const token = browser.cookies.get('ops');
    await browser.start();
    await browser.call('sample.enter', { userId: 'side', tenantId: 't-side', role: 'owner' });
    expect((await browser.call('sample.own')).body.data).toMatchObject({ userId: 'side' });
    expect(browser.cookies.get('ops')).toBe(token);
    Object.assign(browser, { keyId, key: signKey });
    expect((await browser.call('ops.user.info')).status).toBe(200);
    // The console may also call visitors' reads.
    expect((await browser.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' })).status).toBe(200);
    expect((await browser.call('ops.logout')).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['device', 'sid']);
  });

  test('contract 1 outside loopback the console’s cookie is __Host-ops, Secure, HttpOnly and same-site', async () => {
    const reply = await app.browser().startConsole({ headers: { host: 'portal.example' } });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-ops=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });
});

describe('R14.5 nodes of the previous version', () => {
  test('R14.5 write sessions and events in their former way, and these belong to the portal', async () => {
    const add = (kind: string, owner: readonly (string | null)[]) =>
      app.rows(
        `insert into session (session_id, token_hash, key_id, kind, user_id, tenant_id, role, expires_at)
         values ($1::text, sha256($1::text::bytea), $1::text, $2, $3, $4, $5, app_now() + interval '1 hour')
         returning area, owner_id, staff_roles, pending_setup`,
        [`before-${kind}`, kind, ...owner],
      );
    const plain = { area: 'portal', staff_roles: [], pending_setup: [] };
    expect(await add('anon', [null, null, null])).toEqual([{ ...plain, owner_id: null }]);
    expect(await add('merchant', ['u-before', 't', 'owner'])).toEqual([{ ...plain, owner_id: 'u-before' }]);
    await app.rows("insert into audit_event (event, result) values ('before', 'ok')");
    await expect(add('ops', ['u-before', null, null])).rejects.toThrow(/session_owner/);
  });
});
