import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reading, readingsOf } from '#kernel/testing/plan.sql';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { listEvents } from '../features/audit/audit.sql.ts';
import { listAccounts } from '../features/customer/accounts/accounts.sql.ts';
import { listLeads } from '../features/lead/handling/lead.ops.sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await runAsAdmin(
    app.url,
    // The pieces of names have a test of their own (name-search.test.ts), and take the longest to fill.
    `set session_replication_role = replica;
     drop index user_account_pieces, lead_pieces;
     insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash, name, created_at, status, closing_at)
       select 'u' || n, sha256(n::text::bytea), '\\x00', '139****0000', '$argon2id$', '王' || n, now() - n * interval '1 minute',
         case when n % 20000 = 0 then 'locked' when n % 30000 = 0 then 'cancelled' else 'active' end, null from generate_series(1, 200000) n;
     insert into lead (ticket_no, kind, topic, name, company, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id,
         created_at, status, owner_id, remind_on)
       select 'SY' || n, 'contact', case when n % 20000 = 0 then 'complaint' else 'consult' end, '王', '公司', sha256(n::text::bytea), '\\x00', '139',
         '[]', '::1', 'r', now() - n * interval '1 minute', case when n % 20000 = 0 then 'lost' else 'won' end,
         case when n % 20000 <> 0 then 's' || n % 3 end, case when n % 20000 = 0 then current_date end from generate_series(1, 200000) n;
     insert into audit_event (event, result, at, actor_kind, actor_id, tenant_id, object, operation)
       select case when n % 20000 = 0 then 'ops.rare' else 'ops.often' end, case when n % 20000 = 0 then 'RHSY403' else 'ok' end,
         now() - n * interval '1 minute', 'staff', case when n % 20000 = 0 then 's-rare' else 's' || n % 5 end,
         case when n % 20000 = 0 then 't-rare' else 't' || n % 5 end, 'o' || n % 20000, 'x' from generate_series(1, 200000) n;
     analyze user_account, lead, audit_event`,
  );
}, 120_000);
afterAll(() => app.close());

const listing = (key: string | null) => ({
  page: 1,
  pageSize: 5,
  offset: 0,
  after: key === null ? null : { at: new Date(), key },
  wantsTotal: false,
});
const db = () => app.database.reading('service');

/** A page and what lies beside it; never the whole table. */
const expectFew = (readings: readonly Reading[]): void => {
  for (const { fetched, entries } of readings) expect(fetched + entries).toBeLessThan(100);
};

describe('R11.4 R11.7 long lists of the desk', () => {
  it.each([{}, { status: 'active' }, { status: 'locked' }, { status: 'cancelled' }] as const)(
    'contract 4 a page of two hundred thousand users by %j reads little more than it shows',
    async (filter) => {
      for (const key of [null, 'u120000'])
        expectFew(
          await readingsOf(db(), (each) =>
            listAccounts(each, { filter: { byPerson: true, ...filter }, listing: listing(key) }),
          ),
        );
    },
  );
  it.each([
    {},
    { status: 'lost' },
    { source: 'complaint' },
    { source: 'trial' },
    { source: 'consult' },
    { ownerId: null },
    { ownerId: 's1' },
    { ownerId: 's9' },
    { due: true },
  ] as const)(
    'contract 4 a page of two hundred thousand leads by %j reads little more than it shows',
    async (filter) => {
      for (const key of [null, 'SY120000'])
        expectFew(await readingsOf(db(), (each) => listLeads(each, { filter, listing: listing(key) })));
    },
  );
  const none = { actorIds: null, events: null, tenantId: null, object: null, outcome: null, from: null, before: null };
  it.each([
    {},
    { actorIds: ['s1'] },
    { actorIds: ['s1', 's-rare'] },
    { actorIds: ['s-rare'] },
    { events: ['ops.rare'] },
    { events: ['ops.often', 'ops.rare'] },
    { tenantId: 't-rare' },
    { tenantId: 't1' },
    { object: 'o7' },
    { outcome: 'refused' },
    { outcome: 'ok' },
    { from: new Date(Date.now() - 86_400_000) },
    { actorIds: ['s1'], events: ['ops.rare'] },
  ] as const)(
    'contract 4 a part of a trail of two hundred thousand events by %j reads little more than it shows',
    async (filter) => {
      for (const key of [null, '120000'])
        expectFew(
          await readingsOf(db(), (each) => listEvents(each, { filter: { ...none, ...filter }, listing: listing(key) })),
        );
    },
  );
});
