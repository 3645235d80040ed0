import { scheduledJobName, scheduledJobs, sentJobName } from '@ronghui/domain/job';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs, sentJobs } from '#features/index';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { backupJobs } from '#kernel/backup/backup-job';
import { contractJobs } from '#kernel/jobs/own/contract-job';
import { kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import { stateJobs } from '#kernel/jobs/own/state-sweep';
import { keyJobs } from '#kernel/secrets/data-keys/reseal';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let admin: TestBrowser;
beforeAll(async () => {
  app = await testApp({ env: { BACKUP_TO: '/backup/of-a-test', BACKUP_KEEP: '3' } });
  admin = await enterStaff(app, 'system-admin', { roles: ['admin'] });
});
beforeEach(() => app.rows('delete from outbox; delete from backup_run; delete from scheduled_job'));
afterAll(() => app.close());

const get = async () => (await admin.call('ops.system.get')).body.data;

/** Messages that a restore holds. */
const hold = async (): Promise<number[]> => {
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
  await app.database.transact('service', async (tx) => {
    await app.ports.outbox.enqueue(tx, {
      kind: 'sms',
      mobile: '13700000001',
      scene: 'notice.bill',
      code: '',
      expiresAt,
    });
    await app.ports.outbox.enqueue(tx, {
      kind: 'mail',
      to: 'zhang.san@example.com',
      subject: '新线索',
      text: '线索的内容',
    });
    await app.ports.outbox.enqueue(tx, {
      kind: 'sms',
      mobile: '13700000002',
      scene: 'notice.bill',
      code: '',
      expiresAt,
    });
  });
  const rows = await app.rows('update outbox set stopped_at = app_now() returning outbox_id');
  return rows.map((row) => Number(row['outbox_id'])).toSorted((one, other) => one - other);
};
const decide = async (
  step: 'sendHeld' | 'dropHeld',
  range: { from: number; upTo: number },
  proof?: { stepTicket?: string },
) =>
  admin.call(`ops.system.${step}`, {
    ...range,
    stepTicket: await stepTicketOf(admin),
    idempotencyKey: newKey(),
    ...proof,
  });
const waiting = () => app.rows('select outbox_id, stopped_at is not null as held from outbox order by 1');

describe('running 6.4 what the page shows', () => {
  it('running 6.4 says version, node, database and since when', async () => {
    expect((await get()).node).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      database: { version: expect.stringMatching(/^\d+/) },
      startedAt: expect.stringMatching(/Z$/),
    });
  });

  it('running 1.2 running 6.4 says which shared state is in force, and which nodes were seen lately', async () => {
    await app.rows(
      `insert into node (node_id, boot, version, address, settings, started_at, seen_at) values
        ('a', 'a', '0.9.0', 'http://a:8080', '{}', app_now() - interval '1 hour', app_now()),
        ('b', 'b', '0.9.0', 'http://b:8080', '{}', app_now() - interval '1 hour', app_now() - interval '1 minute')`,
    );
    const { node, nodes } = await get();
    expect(node.sharedState).toBe('memory');
    expect(nodes).toMatchObject([{ address: 'http://a:8080', version: '0.9.0' }]);
    await app.rows('delete from node');
  });

  it('running 6.4 says where backups go, the last good one, the last runs, and what is too old', async () => {
    expect((await get()).backup).toEqual({
      plan: { place: '/backup/of-a-test', everyHours: 24, keep: 3, isEncrypted: false },
      good: null,
      isOverdue: false,
      runs: [],
    });
    await app.rows(
      `insert into backup_run (place, started_at, ended_at, outcome, backup_id, bytes, row_count, reason) values
        ('/backup/of-a-test', app_now() - interval '49 hours', app_now(), 'done', 'b1', 7, 5, null),
        ('/elsewhere', app_now() - interval '3 hours', app_now(), 'done', 'b2', 7, 5, null),
        ('/backup/of-a-test', app_now() - interval '2 hours', app_now(), 'failed', null, null, null, '磁盘已满'),
        ('/backup/of-a-test', app_now() - interval '1 hour', null, null, null, null, null, null)`,
    );
    const { good, isOverdue, runs } = (await get()).backup;
    expect(good).toMatchObject({ backupId: 'b1', bytes: 7, rows: 5 });
    expect(isOverdue).toBe(true);
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['died', 'failed', 'done', 'done']);
    expect(runs[1].reason).toBe('磁盘已满');
  });

  it('running 6.4 says when each job is due, ended and failed, with the reason, the failed ones first', async () => {
    await app.rows(
      `insert into scheduled_job (name, next_at, ended_at, failed_at, failure) values
        ('bill.clock', app_now(), app_now(), app_now() - interval '1 hour', '数据库没有响应'),
        ('order.lapse', app_now(), null, app_now(), '程序出错')`,
    );
    expect((await get()).jobs).toMatchObject([
      { name: 'order.lapse', isFailed: true, isRunning: false, failure: '程序出错' },
      { name: 'bill.clock', isFailed: false, endedAt: expect.any(String) },
    ]);
  });
});

describe('running 6.4 the jobs of the page', () => {
  it('running 6.4 one that has left the code is not among them, and cannot be made due', async () => {
    await app.rows(
      `insert into scheduled_job (name, next_at, failed_at, failure) values
        ('bill.clock', app_now(), null, null), ('backup.take', app_now(), null, null),
        ('left.theCode', app_now() - interval '1 day', app_now() - interval '2 days', '程序出错')`,
    );
    expect((await get()).jobs.map(({ name }: { name: string }) => name)).toEqual(['backup.take', 'bill.clock']);
    const made = await admin.call('ops.system.runJob', { name: 'left.theCode', idempotencyKey: newKey() });
    expect(made).toMatchObject({ body: { errCode: 'RHSY404' } });
  });
});

describe('running 3.2 messages that a restore holds', () => {
  it('running 3.2 are counted by kind and listed without their codes, texts and full receivers', async () => {
    await hold();
    const reply = await admin.call('ops.system.get');
    const { held } = reply.body.data;
    expect(held.counts).toEqual([
      { kind: 'sms', count: 2 },
      { kind: 'mail', count: 1 },
    ]);
    expect(held.items.map(({ toMasked }: { toMasked: string }) => toMasked)).toEqual([
      '137****0001',
      'z***@example.com',
      '137****0002',
    ]);
    expect(reply.text).not.toMatch(/线索的内容|zhang\.san|13700000001/);
  });

  it('running 3.2 one is sent, one dropped, each with a fresh proof, and the trail has both', async () => {
    const [first = 0, second = 0, third = 0] = await hold();
    const one = { from: first, upTo: first };
    expect(await decide('sendHeld', one, { stepTicket: 'no-such-proof' })).toMatchObject({
      body: { errCode: 'RHAC003' },
    });
    expect((await waiting()).every((row) => row['held'] === true)).toBe(true);
    expect(await decide('sendHeld', one)).toMatchObject({ status: 200, body: { data: { count: 1 } } });
    expect(await decide('dropHeld', { from: second, upTo: second })).toMatchObject({ body: { data: { count: 1 } } });
    expect(await waiting()).toMatchObject([
      { outbox_id: expect.anything(), held: false },
      { outbox_id: expect.anything(), held: true },
    ]);
    expect((await app.sent('sms')).map(({ mobile }) => mobile)).toContain('13700000001');
    for (const step of ['sendHeld', 'dropHeld'] as const)
      expect(await decide(step, one)).toMatchObject({ body: { errCode: 'RHSY404' } });
    expect(await decide('sendHeld', { from: 1, upTo: third })).toMatchObject({ body: { data: { count: 1 } } });
    const trail = await app.rows(
      `select event, object, after from audit_event where event like 'ops.system.%' and after is not null order by event_id`,
    );
    expect(trail).toMatchObject([
      { event: 'ops.system.sendHeld', object: String(first), after: { count: 1 } },
      { event: 'ops.system.dropHeld', object: String(second), after: { count: 1 } },
      { event: 'ops.system.sendHeld', object: `1–${third}`, after: { count: 1 } },
    ]);
  });

  it('running 3.2 what came in after the list was read is not meant', async () => {
    const numbers = await hold();
    const later = await hold();
    const shown = { from: 1, upTo: numbers.at(-1) ?? 0 };
    expect(await decide('dropHeld', shown)).toMatchObject({ body: { data: { count: numbers.length } } });
    expect(await waiting()).toHaveLength(later.length - numbers.length);
  });
});

describe('running 6.4 the names of jobs', () => {
  it('running 6.4 every job that comes round has a name that staff can read', () => {
    const plan = { to: '/backup', everyHours: 24, keep: 14 };
    const all = [
      ...kernelJobs(app.ports.limits),
      ...stateJobs(app.ports.limits),
      ...jobs,
      ...backupJobs(plan, async () => undefined),
      ...keyJobs({ refresh: async () => undefined }),
      ...contractJobs(app.url),
    ];
    expect(all.length).toBeGreaterThan(30);
    const names = all.map(({ name }) => name);
    expect(names.filter((name) => scheduledJobName(name) === name)).toEqual([]);
    // What has a name without a job would be shown after it has left.
    const isOf = (own: string) => names.some((name) => name === own || name.startsWith(`${own}.`));
    expect(scheduledJobs.filter((own) => !isOf(own))).toEqual([]);
  });
});

describe('running 6.4 the names of jobs that are sent', () => {
  it('running 6.4 every one has a name that staff can read', () => {
    const names = sentJobs.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => sentJobName(name) === name)).toEqual([]);
  });
});

describe('running 6.4 a job that failed', () => {
  const run = (name: string) => admin.call('ops.system.runJob', { name, idempotencyKey: newKey() });

  it('running 6.4 is due at once with all its tries, unless it runs or is unknown', async () => {
    await app.rows(
      `insert into scheduled_job (name, next_at, tries, failed_at, failure, lease_ends_at) values
        ('order.lapse', app_now() + interval '1 day', 2, app_now(), '程序出错', null),
        ('bill.clock', app_now() + interval '1 day', 1, null, null, app_now() + interval '1 minute')`,
    );
    expect(await run('order.lapse')).toMatchObject({ status: 200 });
    expect(
      await app.rows(`select tries, next_at <= app_now() as due from scheduled_job where name = 'order.lapse'`),
    ).toEqual([{ tries: 0, due: true }]);
    expect(await run('bill.clock')).toMatchObject({ body: { errCode: 'RHSY409' } });
    expect(await run('no.such')).toMatchObject({ body: { errCode: 'RHSY404' } });
  });

  it('R6.1 nobody but an admin reads or decides', async () => {
    const others = await enterStaff(app, 'system-others', { roles: ['finance', 'support', 'review', 'content'] });
    expect((await others.call('ops.system.get')).status).toBe(403);
    const range = { from: 1, upTo: 1, idempotencyKey: newKey() };
    expect((await others.call('ops.system.dropHeld', range)).status).toBe(403);
    expect((await others.call('ops.system.runJob', { name: 'x.y', idempotencyKey: newKey() })).status).toBe(403);
  });
});
