import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin, vacuumAll } from '#kernel/testing/test-server';
import { listNotices } from './notice.sql.ts';

const reader = { tenantId: 'many-notices', userId: 'reader' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await runAsAdmin(
    app.url,
    `set session_replication_role = replica;
     insert into notice (tenant_id, user_id, kind, title, text, created_at, waits)
     select '${reader.tenantId}', '${reader.userId}', case when n % 2 = 0 then 'order' else 'system' end, 'notice ' || n, '',
       timestamptz '2026-01-01' + n * interval '1 minute', false
     from generate_series(1, 10000) n`,
  );
  await vacuumAll(app.url, 'notice');
});
afterAll(() => app.close());

it('R10.11 a kind of notice without rows is seen to have none without reading the notices of other kinds', async () => {
  const { tenantId, userId } = reader;
  const listing = { page: 1, pageSize: 20, offset: 0, after: null, wantsTotal: true };
  const readings = await readingsOf(app.database.reading({ tenantId }), (db) =>
    listNotices(db, tenantId, { userId, filter: { kind: 'member' }, listing }),
  );
  expect(readings).toHaveLength(1);
  expect(readings[0]).toMatchObject({ fetched: 0, entries: 0 });
});
