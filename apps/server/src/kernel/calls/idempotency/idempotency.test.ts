import { afterAll, beforeAll, describe, test } from 'vitest';
import { createIdempotency, fingerprintOf } from '#kernel/calls/idempotency/idempotency';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());

const key = (name: string) => name.padEnd(16, '0');
const countOf = async (name: string): Promise<unknown> =>
  (await app.rows('select epoch from session_epoch where user_id = $1', [name]))[0]?.['epoch'] ?? 0;

describe('R4.12 idempotency keys', () => {
  test('R4.12 the same key and payload return the first reply, and the work is done once', async ({ expect }) => {
    const session = await app.open();
    const payload = { name: 'once', idempotencyKey: key('once') };
    const first = await session.call('sample.note', payload);
    const second = await session.call('sample.note', payload, { direct: true });
    expect(first.body.data).toEqual({ count: 1 });
    expect(second).toMatchObject({ status: 200, body: { data: { count: 1 } } });
    expect(second.body.traceId).not.toBe(first.body.traceId);
    expect(await countOf('once')).toBe(1);
  });

  test('R4.12 of fifty parallel calls with one key one does the work, and all get its reply', async ({ expect }) => {
    const session = await app.open();
    const payload = { name: 'parallel', idempotencyKey: key('parallel') };
    const replies = await Promise.all(Array.from({ length: 50 }, () => session.call('sample.note', payload)));
    for (const reply of replies) expect(reply.body.data).toEqual({ count: 1 });
    expect(await countOf('parallel')).toBe(1);
  });

  test('R4.12 another payload under the same key is a 409', async ({ expect }) => {
    const session = await app.open();
    await session.call('sample.note', { name: 'one', idempotencyKey: key('payload') });
    const other = await session.call('sample.note', { name: 'two', idempotencyKey: key('payload') });
    expect(other).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await countOf('two')).toBe(0);
  });

  test('R4.12 a key belongs to its session or user, and to one operation', async ({ expect }) => {
    const payload = { name: 'scoped', idempotencyKey: key('scoped') };
    for (const count of [1, 2]) expect((await app.call('sample.note', payload)).body.data).toEqual({ count });
    const [one, other] = [await app.open(), await app.open()];
    for (const browser of [one, other])
      await browser.call('sample.enter', { userId: 'same', tenantId: 't', role: 'owner' });
    for (const browser of [one, other]) {
      expect((await browser.call('sample.note', payload)).body.data).toEqual({ count: 3 });
    }
  });

  test('R4.12 one key of a user is a claim of its own in each of their tenants', async ({ expect }) => {
    const [one, other] = [await app.open(), await app.open()];
    await one.call('sample.enter', { userId: 'in-two', tenantId: 't-a', role: 'owner' });
    await other.call('sample.enter', { userId: 'in-two', tenantId: 't-b', role: 'owner' });
    const payload = { name: 'two-tenants', idempotencyKey: key('two-tenants') };
    const ask = (browser: typeof one) => browser.call('sample.bill', payload);
    const replies = await Promise.all([one, other, one, other, one, other].map(ask));
    for (const reply of replies) expect(reply.status, reply.text).toBe(200);
    expect(new Set(replies.map((reply) => reply.body.data.count)).size).toBe(2);
    expect((await ask(one)).body.data).toEqual(replies[0]?.body.data);
    expect((await ask(other)).body.data).toEqual(replies[1]?.body.data);
    const claims = await app.rows('select tenant_id from idempotency where key = $1 order by 1', [
      payload.idempotencyKey,
    ]);
    expect(claims).toEqual([{ tenant_id: 't-a' }, { tenant_id: 't-b' }]);
  });

  test('R4.12 a refusal of the handler is stored with its data, and its work is rolled back', async ({ expect }) => {
    const session = await app.open();
    const payload = { name: 'refused', fails: true, idempotencyKey: key('refused') };
    for (const _ of [1, 2]) {
      expect(await session.call('sample.note', payload)).toMatchObject({ status: 400, body: { errCode: 'OPS10004' } });
    }
    expect(await countOf('refused')).toBe(0);
    expect(await app.rows('select status from idempotency where key = $1', [payload.idempotencyKey])).toEqual([
      { status: 400 },
    ]);
  });

  test('R4.12 of two nodes that refuse a call with one key at once the first one’s refusal holds, and ends the other’s', async ({
    expect,
  }) => {
    const idempotency = createIdempotency(app.ports.vault, app.ports.limits);
    const claim = {
      scope: 'staff:two-nodes',
      operation: 'sample.note',
      key: key('two-nodes'),
      fingerprint: fingerprintOf(app.ports.digests, { name: 'two-nodes' }),
      isSecret: false,
      tenantId: null,
    };
    const refusal = (code: string) => ({ status: 403, text: JSON.stringify({ code }) });
    const nodes = ['RHSY403', 'RHAC003'].map((code) =>
      idempotency.storeRefusal(claim, refusal(code), (work) => app.database.transact('service', work)),
    );
    const [held, ended] = (await Promise.allSettled(nodes)).toSorted((a, b) => (a.status < b.status ? -1 : 1));
    expect(held).toEqual({ status: 'fulfilled', value: undefined });
    const outcome = await idempotency.findOutcome(claim, app.database.reading('service'));
    expect(ended).toMatchObject({ status: 'rejected', reason: { name: 'AlreadyAnswered', outcome } });
  });

  test('security 4.14 of refused calls the newest of a caller are kept, by number as by age; work that was done is remembered beside them', async ({
    expect,
  }) => {
    const bounded = await testApp({ extra: sample, limits: { refusalsKept: 3 } });
    try {
      const [session, other] = [await bounded.open(), await bounded.open()];
      const refuse = (name: string, by = session) =>
        by.call('sample.note', { name, fails: true, idempotencyKey: key(name) });
      await session.call('sample.note', { name: 'done', idempotencyKey: key('done') });
      await refuse('elsewhere', other);
      for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
        await bounded.clock.advance({ seconds: 1 });
        expect((await refuse(name)).status).toBe(400);
      }
      const names = async () =>
        (await bounded.rows('select key from idempotency order by key')).map(({ key: kept }) => kept);
      const kept = ['done', 'elsewhere', 'fifth', 'fourth', 'third'].map(key);
      expect(await names()).toEqual(kept);
      // One that is not kept any more is decided on again.
      expect((await session.call('sample.note', { name: 'first', idempotencyKey: key('first') })).status).toBe(200);
      expect((await session.call('sample.note', { name: 'done', idempotencyKey: key('done') })).body.data).toEqual({
        count: 1,
      });
    } finally {
      await bounded.close();
    }
  });

  test('R4.12 a 422 and a 429 are not stored', async ({ expect }) => {
    const session = await app.open();
    const often = await session.call('sample.note', { name: 'often', idempotencyKey: key('often') });
    expect(often).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, body: { data: { retryAfter: 7 } } });
    await session.call('sample.note', { name: 1, idempotencyKey: key('often') });
    expect(await session.call('sample.note', { name: 'later', idempotencyKey: key('often') })).toMatchObject({
      status: 200,
    });
  });

  test('R4.12 running 6.5 while the site is read-only a repeat of what was done gets its answer, and nothing else does', async ({
    expect,
  }) => {
    const own = await testApp({ extra: sample });
    try {
      const session = await own.open();
      const ask = (name: string, named: string) => session.call('sample.note', { name, idempotencyKey: key(named) });
      const first = await ask('before', 'before');
      expect(first.body.data).toEqual({ count: 1 });
      await own.rows("insert into maintenance (read_only_until) values (app_now() + interval '1 hour')");
      await own.rows("select pg_notify('content_changed', '')");
      let tries = 0;
      const fresh = async () => (await ask('fresh', `fresh-${(tries += 1)}`)).body.errCode;
      await expect.poll(fresh).toBe('RHSY503');
      const again = await ask('before', 'before');
      expect([again.status, again.body.data]).toEqual([200, { count: 1 }]);
      expect((await ask('another', 'before')).body.errCode).toBe('RHSY503');
      expect((await session.call('sample.note', { name: 1 })).body.errCode).toBe('RHSY503');
    } finally {
      await own.close();
    }
  });

  test('R4.12 a malformed or missing key is a 422 that names it', async ({ expect }) => {
    const session = await app.open();
    for (const idempotencyKey of [undefined, '', 'short', 'x'.repeat(65), 'with spaces in it!', 7]) {
      const reply = await session.call('sample.note', {
        name: 'n',
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'idempotencyKey' }] } } });
    }
  });

  test('R4.12 after seventy-two hours the key is free again', async ({ expect }) => {
    const payload = { name: 'aged', idempotencyKey: key('aged') };
    const session = await app.open();
    await session.call('sample.note', payload);
    const { deleteOldClaims } = await import('#kernel/calls/idempotency/idempotency.sql');
    await app.clock.advance({ hours: 71 });
    await deleteOldClaims(app.database.reading('service'), 72, 1000);
    expect(await app.rows('select 1 as one from idempotency where key = $1', [payload.idempotencyKey])).toHaveLength(1);
    await app.clock.advance({ hours: 2 });
    await deleteOldClaims(app.database.reading('service'), 72, 1000);
    expect(await app.rows('select 1 as one from idempotency where key = $1', [payload.idempotencyKey])).toHaveLength(0);
  });

  test('R11.7 the event of an idempotent call is recorded once, with its work', async ({ expect }) => {
    const session = await app.open();
    const payload = { name: 'audited', idempotencyKey: key('audited') };
    for (const _ of [1, 2]) await session.call('sample.note', payload);
    await session.call('sample.note', { name: 'audited', fails: true, idempotencyKey: key('audited2') });
    const { rows } = {
      rows: await app.rows(
        "select result from audit_event where operation = 'sample.note' order by event_id desc limit 1",
      ),
    };
    expect(rows).toEqual([{ result: 'ok' }]);
  });
});
