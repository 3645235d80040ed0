import { keyPieces, nameKey } from '@ronghui/domain/search-text/plain-name';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type Reading, readingsOf } from '#kernel/testing/plan.sql';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { findNames } from '../features/bill/dimension/dimension-names.sql.ts';
import { listAccounts } from '../features/customer/accounts/accounts.sql.ts';
import { listTenants } from '../features/customer/tenants/tenants.sql.ts';
import { listLeads } from '../features/lead/handling/lead.ops.sql.ts';

let fixture: OrderFixture;
let admin: TestBrowser;
let orderNo: string;
beforeAll(async () => {
  fixture = await openOrderFixture();
  admin = await enterStaff(fixture.app, 'admin-of-names');
  await fixture.certify(fixture.first);
  orderNo = await fixture.first.buy();
  // Stored before names became plain: brackets and letters of full width, a line that broke, a sign without width.
  await runAsAdmin(
    fixture.app.url,
    `update tenant set name = E'北辰\\n（集团）\\u200bＡbc 公司' where tenant_id = '${fixture.first.tenantId}'`,
  );
});
afterAll(() => fixture.close());

const ways = ['北辰（集团）', '北辰(集团)abc', '辰【集团】ＡＢＣ公司', '北辰 （集团）', '\t(集团)A\u200bBC', '团'];
const listed = async (operation: string, keyword: string): Promise<number> => {
  const reply = await admin.call(operation, { keyword });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.items.length;
};

describe('R11.4 a merchant is found by what is pasted', () => {
  it.each(ways)('R11.4 in the lists of merchants, users and orders, by %j', async (typed) => {
    for (const operation of ['ops.tenant.page', 'ops.account.page', 'ops.order.page'])
      expect(await listed(operation, typed), operation).toBe(1);
  });

  it.each(ways)('R11.6 where a merchant is chosen by name, by %j', async (typed) => {
    const { items } = (await admin.call('ops.bill.names', { kind: 'tenant', keyword: typed })).body.data;
    expect(items).toMatchObject([{ id: fixture.first.tenantId }]);
  });

  it('R11.4 orders are still found by the beginning of their number, and a text that nobody sees is none', async () => {
    expect(await listed('ops.order.page', orderNo.toLowerCase())).toBe(1);
    expect(await listed('ops.tenant.page', ' \u200b')).toBe(2);
    expect(await listed('ops.tenant.page', '北辰集团')).toBe(0);
  });

  it('R5.5 database and domain agree on keys and pieces', async () => {
    const names = ['', '北', '𠮷野(家)', '〔Ａ〕ＢＣ\r\n\tÉé ﬁ', '一\u00a0\u3000\u2028二\ufeff', 'ＡＢＡＢ', '[]【】'];
    const rows = await fixture.app.rows(
      'select name_key(name) as key, name_pieces(name) as pieces from unnest($1::text[]) with ordinality n (name, at) order by at',
      [names],
    );
    expect(rows.map((row) => row['key'])).toEqual(names.map(nameKey));
    for (const [at, row] of rows.entries())
      expect(row['pieces']).toEqual(expect.arrayContaining([...keyPieces(nameKey(names[at] ?? ''))]));
  });
});

describe('R5.5 names lose line breaks, tabs and signs without width', () => {
  it('R5.5 when they are stored', async () => {
    expect((await fixture.first.call('user.updateUserName', { name: '\u200b王\t磊\r\n' })).status).toBe(200);
    expect((await fixture.first.call('user.safety', {})).body.data.name).toBe('王磊');
    const org = { name: '江南\n银行\u2060（总行）', idempotencyKey: newKey() };
    expect((await admin.call('ops.org.save', org)).status).toBe(200);
    const { items } = (await admin.call('ops.org.page', { keyword: '江南银行(' })).body.data;
    expect(items).toMatchObject([{ name: '江南银行（总行）' }]);
  });
});

describe('contract 4 among very many', () => {
  const listing = { page: 1, pageSize: 20, offset: 0, after: null, wantsTotal: false };
  const expectFew = (readings: readonly Reading[]): void => {
    for (const { fetched, entries } of readings) expect(fetched + entries).toBeLessThan(400);
  };
  beforeAll(() =>
    runAsAdmin(
      fixture.app.url,
      `set session_replication_role = replica;
       insert into tenant (tenant_id, name, created_at) select 'far-' || n, '商贸' || n || '有限公司', now() - n * interval '1 minute'
         from generate_series(1, 40000) n;
       insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash, name, created_at)
         select 'far-' || n, sha256(n::text::bytea), '\\x00', '139****0000', '$argon2id$', '王' || n, now() - n * interval '1 minute'
         from generate_series(1, 40000) n;
       insert into lead (ticket_no, kind, topic, name, company, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id, created_at)
         select 'SY' || n, 'contact', 'consult', '王', '食品' || n || '公司', sha256(n::text::bytea), '\\x00', '139', '[]', '::1', 'r',
           now() - n * interval '1 minute' from generate_series(1, 40000) n;
       analyze tenant, user_account, lead`,
    ),
  );

  it.each(['39999', '（集团）', '有限公司', '没有这一家', 'far'])(
    'contract 4 what %j finds is read with little more than it shows',
    async (keyword) => {
      const db = fixture.app.database.reading('service');
      expectFew(await readingsOf(db, (each) => listTenants(each, { filter: { keyword }, listing })));
      expectFew(await readingsOf(db, (each) => listLeads(each, { filter: { keyword }, listing })));
      if (keyword === '有限公司') return;
      expectFew(await readingsOf(db, (each) => listAccounts(each, { filter: { keyword, byPerson: true }, listing })));
      expectFew(await readingsOf(db, (each) => findNames(each, { kind: 'tenant', keyword })));
    },
  );
});
