import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enter, pdf } from '#features/file/file.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { checkTlsFiles } from '#kernel/secrets/tls-files';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { inTurn } from '#kernel/testing/while-locked';

const tls = join(import.meta.dirname, '../../kernel/testing/tls');
const served = {
  pair: checkTlsFiles({ cert: join(tls, 'cert.pem'), key: join(tls, 'key.pem') }, false),
  isRefused: false,
};
const senders = {
  SMS_PROVIDER: 'http',
  SMS_HTTP_URL: 'http://127.0.0.1:1/sms',
  SMS_HTTP_SECRET: 'of-the-platform-and-long-enough',
};

let app: TestApp;
let admin: TestBrowser;
beforeAll(async () => {
  app = await testApp({ served, env: senders });
  admin = await enterStaff(app, 'watched-admin', { roles: ['admin'] });
});
beforeEach(() => app.rows('delete from sent_job; delete from sms_rest; delete from sms_delivery; delete from outbox'));
afterAll(() => app.close());

const get = async () => (await admin.call('ops.system.get')).body.data;
const sample = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name}(?:\\{[^}]{0,200}\\})? (\\S+)$`, 'm').exec(await app.app.metrics.text())?.[1]);

describe('running 6.4 the page says what /metrics says', () => {
  it('running 6.4 of an installation in order: the store answers, nothing is lost, nobody rests, nothing failed', async () => {
    const { store, senders: shown, failedJobs } = await get();
    expect(store).toMatchObject({ kind: 'folder', state: 'ok', lost: 0 });
    expect(store.disk.sizeBytes).toBe(await sample('ronghui_disk_size_bytes'));
    expect(shown).toEqual({
      smsStopped: false,
      sms: [{ provider: 'http', isResting: false }],
      mail: { failing: 0, reason: '' },
    });
    expect(failedJobs).toEqual([]);
  });

  it('running 6.4 the last day of the certificate that is served, and whether a new one was refused', async () => {
    const { certificate } = await get();
    const endsAt = app.clock.now().getTime() + (await sample('ronghui_certificate_seconds')) * 1000;
    expect(Math.abs(Date.parse(certificate.endsAt) - endsAt)).toBeLessThan(60_000);
    expect(certificate.isRefused).toBe(false);
  });

  it('running 6.4 files that were lost are counted', async () => {
    const merchant = await enter(app, 1);
    expect((await merchant.upload('file.upload', '回单.pdf', pdf)).status).toBe(200);
    await app.rows('update file set lost_at = app_now()');
    expect((await get()).store.lost).toBe(1);
    expect((await get()).store.lost).toBe(await sample('ronghui_files_lost'));
  });
});

describe('running 6.4 the senders', () => {
  it('running 6.4 a provider that rests is named with its last failure in words, and mails that do not leave', async () => {
    await app.rows(
      `insert into sms_rest (provider, failures, rests_until) values ('http', 5, app_now() + interval '1 hour')`,
    );
    await app.rows(
      `insert into sms_delivery (message_id, provider, scene, mobile_masked, state, refusal, reason, created_at) values
        ('m1', 'http', 'login', '137****0001', 'refused', 'retry', '较早的原因', app_now() - interval '2 hours'),
        ('m2', 'http', 'login', '137****0001', 'refused', 'failOver', '余额不足', app_now() - interval '1 hour'),
        ('m3', 'http', 'login', '137****0001', 'accepted', null, null, app_now())`,
    );
    await app.rows(
      `insert into outbox (kind, sealed_payload, last_error, due_at) values
        ('mail', 'x', '邮件服务器拒绝登录', app_now() + interval '1 hour'), ('mail', 'x', null, app_now() + interval '1 hour')`,
    );
    // What /metrics shows of it is kept for some seconds.
    await expect
      .poll(async () => (await get()).senders.sms[0].isResting, { timeout: 30_000, interval: 500 })
      .toBe(true);
    const { senders: shown } = await get();
    expect(shown.sms).toMatchObject([{ provider: 'http', failure: { refusal: 'failOver', reason: '余额不足' } }]);
    expect(shown.mail).toEqual({ failing: 1, reason: '邮件服务器拒绝登录' });
  });
});

describe('running 6.4 jobs that were sent and failed', () => {
  const again = '重新执行一项失败的任务';
  const retry = (jobId: string, { endedAt, by = admin }: { endedAt?: string; by?: TestBrowser } = {}) =>
    by.call('ops.system.retryJob', { jobId, ...(endedAt === undefined ? {} : { endedAt }), idempotencyKey: newKey() });
  const retriesOf = (jobId: string) =>
    app.rows(
      `select actor_kind from audit_event where event = 'ops.system.retryJob' and object = $1 and result = 'ok'`,
      [jobId],
    );
  const stateOf = (jobId: string) =>
    app.rows('select status, tries, fence::int from sent_job where job_id = $1', [jobId]);
  const tries = () => app.ports.limits.jobTries;
  const insert = (jobId: string, more: { key?: string; tries?: number; status?: string; age?: string } = {}) =>
    app.rows(
      `insert into sent_job (job_id, name, key, payload, status, tries, failure, created_at, ended_at)
        values ($1, 'sample.unknown', $2, '{}', $3, $4, '处理没有完成，请稍后重试。', app_now() - $5::interval,
          case when $3 in ('queued', 'running') then null else app_now() - $5::interval end)`,
      [jobId, more.key ?? jobId, more.status ?? 'failed', more.tries ?? tries(), more.age ?? '1 hour'],
    );
  const listed = async () => (await get()).failedJobs.map(({ jobId }: { jobId: string }) => jobId);

  it('running 6.4 are listed, the last first, but what cannot be done, is old, or was asked for again', async () => {
    await insert('older', { age: '2 hours' });
    await insert('newer');
    await insert('cannot-be-done', { tries: 1 });
    await insert('of-last-week', { age: '8 days' });
    await insert('asked-again', { key: 'k', age: '3 hours' });
    await insert('again', { key: 'k', status: 'queued', tries: 0 });
    expect(await listed()).toEqual(['newer', 'older']);
    expect((await get()).failedJobs[0]).toMatchObject({
      name: 'sample.unknown',
      failure: '处理没有完成，请稍后重试。',
    });
  });

  it('running 6.4 one is run again with all its tries, once, and the trail has it', async () => {
    await insert('again');
    expect(await retry('again')).toMatchObject({ status: 200, body: { data: { jobId: 'again' } } });
    expect(await app.rows('select status, tries, losses, ended_at, failure from sent_job')).toEqual([
      { status: 'queued', tries: 0, losses: 0, ended_at: null, failure: null },
    ]);
    expect(await listed()).toEqual([]);
    expect(await retry('again')).toMatchObject(cameSecond('watched-admin', again));
    expect(
      await app.rows(`select object from audit_event where event = 'ops.system.retryJob' and result = 'ok'`),
    ).toEqual([{ object: 'again' }]);
  });

  it('R4.12 of two who press at once one lets it run again, and the other reads who and when', async () => {
    const colleague = await enterStaff(app, 'watched-colleague', { roles: ['admin'] });
    for (const [jobId, first, second] of [
      ['raced-1', admin, colleague],
      ['raced-2', colleague, admin],
    ] as const) {
      await insert(jobId);
      const { endedAt } = (await get()).failedJobs.find((job: { jobId: string }) => job.jobId === jobId);
      const replies = await inTurn(
        app,
        (tx) => sql`select 1 from sent_job where job_id = ${jobId} for update`.execute(tx),
        [() => retry(jobId, { endedAt, by: first }), () => retry(jobId, { by: second })],
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 409]);
      expect(replies[1]).toMatchObject(cameSecond(first === admin ? 'watched-admin' : 'watched-colleague', again));
      expect(await stateOf(jobId)).toEqual([{ status: 'queued', tries: 0, fence: 1 }]);
      expect(await retriesOf(jobId)).toHaveLength(1);
    }
  });

  it('R4.12 of ten presses at once one lets it run again', async () => {
    await insert('raced-by-all');
    const replies = await Promise.all(Array.from({ length: 10 }, () => retry('raced-by-all')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    for (const late of replies.filter(({ status }) => status === 409))
      expect(late).toMatchObject(cameSecond('watched-admin', again));
    expect(await stateOf('raced-by-all')).toEqual([{ status: 'queued', tries: 0, fence: 1 }]);
    expect(await retriesOf('raced-by-all')).toHaveLength(1);
  });

  it('R4.12 while it runs, or once it has failed again, who saw the first failure does not run it a second time', async () => {
    await insert('fails-again');
    const [{ endedAt: seen }] = (await get()).failedJobs;
    expect((await retry('fails-again', { endedAt: seen })).status).toBe(200);
    await app.rows(
      "update sent_job set status = 'running', fence = fence + 1, lease_ends_at = app_now() + interval '1 hour' where job_id = 'fails-again'",
    );
    expect(await retry('fails-again', { endedAt: seen })).toMatchObject(cameSecond('watched-admin', again));
    await app.rows(
      "update sent_job set status = 'failed', lease_ends_at = null, tries = $1, ended_at = app_now() where job_id = 'fails-again'",
      [tries()],
    );
    expect(await retry('fails-again', { endedAt: seen })).toMatchObject(cameSecond('watched-admin', again));
    expect(await retry('fails-again', { endedAt: '2026-99-99T99:99:99.000Z' })).toMatchObject({ status: 409 });
    const [{ endedAt: latest }] = (await get()).failedJobs;
    expect((await retry('fails-again', { endedAt: latest })).status).toBe(200);
    expect(await retriesOf('fails-again')).toHaveLength(2);
  });

  it('R4.12 one whose key another job has by now is not run beside it', async () => {
    await insert('of-the-key', { key: 'shared' });
    await insert('earlier-of-the-key', { key: 'shared', status: 'queued', tries: 0, age: '2 hours' });
    expect(await retry('of-the-key')).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await stateOf('of-the-key')).toEqual([{ status: 'failed', tries: tries(), fence: 0 }]);
    expect(await retriesOf('of-the-key')).toEqual([]);
  });

  it('running 6.4 what is not listed is not run, and who may not change the system runs nothing', async () => {
    await insert('cannot-be-done', { tries: 1 });
    expect(await retry('cannot-be-done')).toMatchObject({ body: { errCode: 'RHSY404' } });
    await insert('listed');
    const others = await enterStaff(app, 'watched-others', { roles: ['finance', 'support', 'review', 'content'] });
    const refused = await others.call('ops.system.retryJob', { jobId: 'listed', idempotencyKey: newKey() });
    expect(refused.status).toBe(403);
    expect(await listed()).toEqual(['listed']);
  });
});

describe('running 6.4 a store that does not answer', () => {
  it('running 6.4 is gone, and what room there is stands there all the same', async () => {
    const own = await testApp();
    try {
      const staff = await enterStaff(own, 'watched-store', { roles: ['admin'] });
      const folder = join(own.dataDir, 'files');
      await rename(folder, `${folder}-away`).catch(() => undefined);
      await writeFile(folder, 'no folder');
      const { store, certificate } = (await staff.call('ops.system.get')).body.data;
      expect(store).toMatchObject({ state: 'gone', disk: { sizeBytes: expect.any(Number) } });
      expect(certificate).toBeNull();
      await rm(folder);
    } finally {
      await own.close();
    }
  });
});
