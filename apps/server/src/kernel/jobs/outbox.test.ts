import { afterAll, beforeAll, describe, test } from 'vitest';
import { newNodeMark } from '#kernel/jobs/node-mark';
import { createOutbox, createOutboxWorker } from '#kernel/jobs/outbox';
import { kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import type { OutboxMessage } from '#kernel/ports';
import type { Channel } from '#kernel/sending/sender';
import { standardLimits } from '#kernel/setup/limits';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const code = (mobile: string): OutboxMessage => ({
  kind: 'sms',
  mobile,
  scene: 'login',
  code: '123456',
  expiresAt: new Date(app.clock.now().getTime() + 300_000),
});
const enqueue = (message: OutboxMessage) =>
  app.database.transact('service', (tx) => app.ports.outbox.enqueue(tx, message));

const workerWith = (send: (message: OutboxMessage) => Promise<void>, node = newNodeMark()) => {
  const channel: Channel = {
    atOnce: 1,
    async send({ message }) {
      await send(message);
      return { kind: 'sent' };
    },
  };
  const { vault, log } = app.ports;
  return createOutboxWorker({ database: app.database, vault, channels: { sms: channel, mail: channel }, log, node });
};

describe('R14.3 the outbox', () => {
  test('R14.3 a sent message is one line, and its row is deleted', async ({ expect }) => {
    await enqueue(code('13800000001'));
    await enqueue({ kind: 'mail', to: 'a@example.com', subject: '主题', text: '正文' });
    expect(await app.sent('sms')).toEqual([
      { at: expect.stringMatching(/Z$/), mobile: '13800000001', scene: 'login', code: '123456' },
    ]);
    expect(await app.sent('mail')).toEqual([
      { at: expect.any(String), to: 'a@example.com', subject: '主题', text: '正文' },
    ]);
    expect(await app.rows('select 1 as one from outbox')).toEqual([]);
  });

  test('running 6.5 while SMS are stopped they are not taken, and mails behind thousands of them leave; codes that expire go', async ({
    expect,
  }) => {
    await app.rows('insert into maintenance (sms_stopped) values (true)');
    const sent: string[] = [];
    const worker = workerWith(async ({ kind }) => void sent.push(kind));
    await enqueue(code('13800000003'));
    await app.rows(
      `insert into outbox (kind, sealed_payload, due_at) select kind, sealed_payload, app_now() - interval '1 hour'
        from outbox, generate_series(1, 3000)`,
    );
    await enqueue({ kind: 'mail', to: 'a@example.com', subject: '主题', text: '正文' });
    await worker.drain();
    expect(sent).toEqual(['mail']);
    const rows = () =>
      app.rows(
        'select count(*)::int as count, max(attempts) as tries, bool_and(held_node is null) as free from outbox',
      );
    expect(await rows()).toEqual([{ count: 3001, tries: 0, free: true }]);
    await app.clock.advance({ minutes: 6 });
    await worker.drain();
    expect(await rows()).toEqual([{ count: 3000, tries: 0, free: true }]);
    await app.rows('delete from outbox where outbox_id > (select min(outbox_id) from outbox)');
    await app.rows('delete from maintenance');
    await worker.drain();
    expect(sent).toEqual(['mail', 'sms']);
  });

  test('R14.6 a message of a failed transaction is never sent', async ({ expect }) => {
    const failing = app.database.transact('service', async (tx) => {
      await app.ports.outbox.enqueue(tx, code('13800000002'));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await app.sent('sms')).toHaveLength(1);
  });

  test('R14.3 a waiting message has no readable mobile and no readable code', async ({ expect }) => {
    await enqueue(code('13800000003'));
    const [row] = await app.rows("select encode(sealed_payload, 'escape') as text from outbox");
    expect(String(row?.['text'])).not.toMatch(/13800000003|123456/);
    await app.sent('sms');
  });

  test('R5.3 a code that expired while the sender was down is dropped, never sent', async ({ expect }) => {
    const sent: string[] = [];
    const down = workerWith(() => Promise.reject(new Error('sender is down')));
    const up = workerWith(async (message) => void sent.push(message.kind));
    await enqueue(code('13800000004'));
    await down.drain();
    await app.clock.advance({ minutes: 6 });
    await up.drain();
    expect(sent).toEqual([]);
    expect(await app.rows('select 1 as one from outbox')).toEqual([]);
  });

  test('R14.3 a failed message is retried with growing pauses, and set aside after the eighth attempt', async ({
    expect,
  }) => {
    const down = workerWith(() => Promise.reject(new Error('sender is down')));
    await enqueue({ kind: 'mail', to: 'a@example.com', subject: 's', text: 't' });
    const dueIn: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await down.drain();
      const [row] = await app.rows(
        'select attempts, dead_at, extract(epoch from due_at - app_now())::int as seconds, last_error from outbox',
      );
      if (row?.['dead_at'] === null) dueIn.push(Number(row['seconds']));
      expect(row?.['last_error']).toBe('sender is down');
      await app.clock.advance({ minutes: 11 });
    }
    expect(dueIn).toHaveLength(7);
    expect(dueIn.toSorted((a, b) => a - b)).toEqual(dueIn);
    expect(await app.rows('select attempts from outbox where dead_at is not null')).toEqual([{ attempts: 8 }]);
    await app.rows('delete from outbox');
  });

  test('R5.3 a code that was set aside is deleted when it expires, and a message without expiry stays for the operator', async ({
    expect,
  }) => {
    const down = workerWith(() => Promise.reject(new Error('sender is down')));
    await enqueue(code('13800000005'));
    await enqueue({ kind: 'mail', to: 'a@example.com', subject: 's', text: 't' });
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await down.drain();
      await app.clock.advance({ seconds: 2 ** (attempt + 1) });
      if (attempt === 6) expect(await app.rows('select 1 from outbox where dead_at is not null')).toEqual([]);
    }
    expect(await app.rows('select kind from outbox where dead_at is not null order by kind')).toHaveLength(2);
    const sweeping = kernelJobs(standardLimits).find(({ name }) => name === 'outbox.sweep');
    await sweeping?.run({ database: app.database, ports: app.ports, log: app.ports.log });
    expect(await app.rows('select kind from outbox')).toEqual([{ kind: 'mail' }]);
    await app.rows('delete from outbox');
  });

  test('R14.2 workers of several nodes send each message once', async ({ expect }) => {
    const sent: string[] = [];
    const node = () => workerWith(async (message) => void sent.push(message.kind === 'mail' ? message.subject : ''));
    for (let at = 0; at < 60; at += 1)
      await enqueue({ kind: 'mail', to: 'a@example.com', subject: String(at), text: 't' });
    await Promise.all([node().drain(), node().drain(), node().drain()]);
    expect(sent.toSorted()).toEqual(Array.from({ length: 60 }, (_, at) => String(at)).toSorted());
  });

  test('R5.3 security 4.15 a sender holds no transaction, and nobody else sends what it is sending', async ({
    expect,
  }) => {
    const sent: string[] = [];
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = workerWith(async ({ kind }) => {
      begun.resolve();
      await mayEnd.promise;
      sent.push(kind);
    });
    await enqueue(code('13800000006'));
    const sending = slow.drain();
    await begun.promise;
    const open = await app.rows(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
    await workerWith(async ({ kind }) => void sent.push(kind)).drain();
    mayEnd.resolve();
    await sending;
    expect(sent).toEqual(['sms']);
    expect(await app.rows('select 1 from outbox')).toEqual([]);
  });

  test('R14.6 R5.3 the next process on a data folder sends at once what the one before was sending, but no code twice', async ({
    expect,
  }) => {
    const sent: string[] = [];
    const node = newNodeMark();
    for (const message of [
      code('13800000008'),
      { kind: 'mail', to: 'a@example.com', subject: 's', text: 't' } as const,
    ]) {
      const begun = Promise.withResolvers<void>();
      await enqueue(message);
      // It never ends, as with its process.
      void workerWith(() => {
        begun.resolve();
        return new Promise(() => undefined);
      }, node).drain();
      await begun.promise;
    }
    const note = async ({ kind }: OutboxMessage) => void sent.push(kind);
    await workerWith(note).drain();
    expect(sent).toEqual([]);
    await workerWith(note, { ...node, boot: newNodeMark().boot }).drain();
    expect(sent).toEqual(['mail']);
    await app.rows('delete from outbox');
  });

  test('R5.3 security 4.15 what a worker was sending when it died is sent once more, unless it has expired', async ({
    expect,
  }) => {
    const sent: string[] = [];
    const begun: Promise<void>[] = [];
    for (const message of [
      code('13800000007'),
      { kind: 'mail', to: 'a@example.com', subject: 's', text: 't' } as const,
    ]) {
      const { promise, resolve } = Promise.withResolvers<void>();
      await enqueue(message);
      begun.push(promise);
      // It never ends, as with its process.
      void workerWith(() => {
        resolve();
        return new Promise(() => undefined);
      }).drain();
      await promise;
    }
    const next = workerWith(async ({ kind }) => void sent.push(kind));
    await next.drain();
    expect(sent).toEqual([]);
    await app.clock.advance({ minutes: 11 });
    await next.drain();
    expect(sent).toEqual(['mail']);
    expect(await app.rows('select 1 from outbox')).toEqual([]);
  });

  test('R14.3 another installation’s key cannot decrypt a message', async ({ expect }) => {
    const { secretsOf } = await import('#kernel/secrets/secrets');
    const foreign = createOutbox(secretsOf(Buffer.alloc(32, 1), Buffer.alloc(32, 2)).vault);
    const sent: string[] = [];
    await app.database.transact('service', (tx) =>
      foreign.enqueue(tx, { kind: 'mail', to: 'a', subject: 's', text: 't' }),
    );
    await workerWith(async (message) => void sent.push(message.kind)).drain();
    expect(sent).toEqual([]);
    await app.rows('delete from outbox');
  });
});
