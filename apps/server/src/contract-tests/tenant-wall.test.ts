import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLine } from '#features/bill/line.fixture';
import { completeBill } from '#features/bill/own-bill.fixture';
import { say } from '#features/chat/chat.fixture';
import { addIntent } from '#features/intent/intent.fixture';
import { addInvoiceRows } from '#features/invoice/invoice.fixture';
import { addReceipt } from '#features/receipt/receipt.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { addReconRows } from './recon-ids.fixture.ts';
import { openTwoTenants, type TwoTenants } from './two-tenants.fixture.ts';

let fixture: TwoTenants;
let own: Merchant;
let otherMerchant: Merchant;
/** The owner of the tables: the only role that may create one. */
let owner: pg.Client;
beforeAll(async () => {
  fixture = await openTwoTenants();
  [own, otherMerchant] = [await fixture.merchant(), await fixture.merchant()];
  // Together these write every table that contains rows of tenants.
  for (const merchant of [own, otherMerchant]) {
    await fixture.paidOrder(merchant);
    await fixture.submission(merchant);
    await fixture.acceptedInvitation(merchant);
    await fixture.exported(merchant, 'done');
    await addLine(fixture.app, merchant);
    await fixture.adjustedFeedback(merchant);
    await fixture.listExport(merchant, 'queued');
    await completeBill(fixture.app, merchant);
    await addReceipt(fixture.app, merchant);
    await addIntent(fixture.app, merchant);
    await addInvoiceRows(fixture.app, merchant);
    await addReconRows(fixture.app, merchant);
    await say(merchant.browser, '账单什么时候出');
  }
  owner = new pg.Client({ connectionString: fixture.app.url });
  await owner.connect();
}, 180_000);
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

interface Table {
  readonly name: string;
  readonly isForced: boolean;
  /** The conditions of the row-level policies for a tenant's role. */
  readonly policies: readonly string[];
}

/** Tables with a `tenant_id` on which a tenant's role has any privilege, by the catalogue. */
const reachable = async (): Promise<Table[]> => {
  const { rows } = await owner.query<Table>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
        array(select concat_ws(' ', pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) from pg_policy p
          where p.polrelid = c.oid and p.polroles && array[0::oid, 'ronghui_tenant'::regrole::oid]) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and (has_table_privilege('ronghui_tenant', c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege('ronghui_tenant', c.oid, 'select, insert, update, references'))
      order by 1`,
  );
  return rows;
};

/** Those of them whose policies show a tenant more than its own rows. */
const open = async (): Promise<string[]> =>
  (await reachable())
    .filter(({ isForced, policies }) => !isForced || policies.some((policy) => !policy.includes('app_tenant()')))
    .map(({ name }) => name);

/** Runs one statement as a tenant's role in a transaction that is rolled back; returns the number of rows, or that it was refused. */
const asTenant = async (
  tenantId: string | null,
  statement: string,
  values: string[] = [],
): Promise<number | 'refused'> => {
  const client = await fixture.app.database.pool('tenant').connect();
  try {
    await client.query('begin');
    // What is a person's alone is seen with the tenant of the person.
    if (tenantId !== null)
      await client.query("select set_config('app.tenant', $1, true), set_config('app.user', $2, true)", [
        tenantId,
        own.userId,
      ]);
    return (await client.query(statement, values)).rowCount ?? 0;
  } catch (error) {
    if (Object(error).code === '42501') return 'refused';
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('R6.3 row-level security behind the statements', () => {
  test('R6.3 is forced on every table with a tenant in it that a tenant can reach, and goes by that tenant', async () => {
    expect((await reachable()).length).toBeGreaterThan(10);
    expect(await open()).toEqual([]);
  });

  test('R6.3 binds who reads: no tenant’s connection owns a table or goes round the policies', async () => {
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned,
         (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
       from pg_roles where rolname = 'ronghui_tenant'`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0, memberships: 0 }]);
  });

  test.each([
    ['without policies', ''],
    ['not forced', 'alter table planted enable row level security'],
    [
      'with a policy for all',
      'alter table planted enable row level security; alter table planted force row level security; create policy all_of_it on planted using (true)',
    ],
  ])('R6.3 a table %s is found', async (_how, form) => {
    await owner.query('create table planted (tenant_id text); grant select on planted to ronghui_tenant');
    try {
      if (form !== '') await owner.query(form);
      expect(await open()).toEqual(['planted']);
    } finally {
      await owner.query('drop table planted');
    }
  });

  test('R6.3 a statement without its filter meets nothing of another tenant, in any table', async () => {
    for (const { name } of await reachable()) {
      const table = `"${name}"`;
      const [{ theirs, ours } = {}] = await fixture.app.rows(
        `select count(*) filter (where tenant_id = $1)::int as theirs, count(*) filter (where tenant_id = $2)::int as ours from ${table}`,
        [otherMerchant.tenantId, own.tenantId],
      );
      expect(theirs, `${name}: nothing to hide; let the fixture make a row`).toBeGreaterThan(0);
      expect(await asTenant(own.tenantId, `select tenant_id from ${table} where tenant_id is not null`), name).toBe(
        ours,
      );
      expect(
        await asTenant(own.tenantId, `select tenant_id from ${table} where tenant_id = $1`, [otherMerchant.tenantId]),
        name,
      ).toBe(0);
      expect(await asTenant(null, `select tenant_id from ${table}`), name).toBe(0);
    }
  });

  test('R6.3 nothing of another tenant is changed, removed or added, in any table', async () => {
    const them = [otherMerchant.tenantId];
    const byRun = new Set(['recon_item', 'recon_part']);
    const [run] = await fixture.app.rows('select run_no from recon_run where tenant_id = $1 limit 1', them);
    const runNo = Number(run?.['run_no']);
    for (const { name } of await reachable()) {
      const table = `"${name}"`;
      const { rows } = await owner.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
           and has_column_privilege('ronghui_tenant', attrelid, attnum, 'update')`,
        [table],
      );
      for (const { name: column } of rows) {
        const change = `update ${table} set "${column}" = "${column}" where tenant_id = $1`;
        expect(await asTenant(own.tenantId, change, them), `${name}.${column}`).toBe(0);
      }
      expect([0, 'refused'], name).toContain(
        await asTenant(own.tenantId, `delete from ${table} where tenant_id = $1`, them),
      );
      // The rows of a run have a table of their own, by its number.
      const added = byRun.has(name)
        ? `insert into ${table} (tenant_id, run_no) values ($1, ${runNo})`
        : `insert into ${table} (tenant_id) values ($1)`;
      expect(await asTenant(own.tenantId, added, them), name).toBe('refused');
    }
  });

  test('R6.3 what belongs to a person and no tenant is seen by the tenants of that person alone', async () => {
    await fixture.app.rows(
      "insert into notice (user_id, kind, title, text) values ($1, 'security', '新设备登录', '')",
      [otherMerchant.userId],
    );
    const [theirs, account] = [
      'select 1 from notice where user_id = $1',
      'select user_id from user_account where user_id = $1',
    ];
    for (const statement of [theirs, account]) {
      expect(await asTenant(otherMerchant.tenantId, statement, [otherMerchant.userId])).toBeGreaterThan(0);
      expect(await asTenant(own.tenantId, statement, [otherMerchant.userId])).toBe(0);
      expect(await asTenant(null, statement, [otherMerchant.userId])).toBe(0);
    }
  });
});
