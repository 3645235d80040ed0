import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let admin: TestBrowser;
let other: TestBrowser;
beforeAll(async () => {
  app = await testApp({ limits: { auditExportsPerDay: 3 } });
  [admin, other] = [await enterStaff(app, 'chief'), await enterStaff(app, 'second', { roles: ['admin'] })];
  await app.rows(
    "insert into audit_event (event, result, object) values ('test.one', 'ok', 'o-1'), ('test.two', 'ok', 'o-2')",
  );
});
afterAll(() => app.close());

const ask = (by: TestBrowser, filter: object = {}) =>
  by.call('ops.audit.export', { event: 'test.one', idempotencyKey: newKey(), ...filter });
const last = async (by: TestBrowser) => (await by.call('ops.audit.lastExport')).body.data.export;
const download = (by: TestBrowser, exportId: string) => by.call('ops.audit.download', { exportId });

describe('R11.7 an export of the audit trail', () => {
  it('R11.7 security 4.14 is made by a job, one at a time for each, and fetched by who asked for it alone', async () => {
    expect(await last(admin)).toBeNull();
    const asked = await ask(admin, { idempotencyKey: newKey() });
    expect(asked).toMatchObject({ status: 200, body: { data: { status: 'queued', done: 0 } } });
    const { exportId } = asked.body.data;
    expect((await download(admin, exportId)).status).toBe(404);
    expect(await ask(admin)).toMatchObject({ status: 409, body: { errCode: 'RHEX001' } });
    await app.app.sentJobs.drain();
    const made = await last(admin);
    expect(made).toMatchObject({ exportId, status: 'done', bytes: expect.any(Number), expiresAt: expect.any(String) });
    const fetched = await download(admin, exportId);
    expect(fetched.headers['content-disposition']).toContain('.csv');
    const lines = fetched.bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('o-1');
    expect([await last(other), (await download(other, exportId)).status]).toEqual([null, 404]);
    const trail = await app.rows('select event from audit_event where object = $1 order by event_id', [exportId]);
    expect(trail.map(({ event }) => event)).toEqual(['ops.audit.export', 'ops.audit.download']);
  });

  it('R11.7 security 4.14 is one of so many a day of all staff together, and its file goes after the days of results', async () => {
    const { exportId } = (await ask(other)).body.data;
    await app.app.sentJobs.drain();
    expect((await ask(other)).status).toBe(200);
    await app.app.sentJobs.drain();
    expect(await ask(admin)).toMatchObject({ status: 429, body: { data: { retryAfter: expect.any(Number) } } });
    const [job] = await app.rows('select result_key from sent_job where job_id = $1', [exportId]);
    await app.ports.files.remove(String(job?.['result_key']));
    expect(await download(other, exportId)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    await app.rows("update file_store set marked_at = app_now(), store_id = 'another'");
    expect(await download(other, exportId)).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
    await app.rows('update sent_job set expires_at = app_now() where job_id = $1', [exportId]);
    expect(await download(other, exportId)).toMatchObject({ status: 404, body: { errCode: 'RHEX002' } });
  });
});
