import { describe, expect, it } from 'vitest';
import { faultsOfMigration, lastWithoutKind, smallTables } from './migration-rules.ts';
import { read } from './repository.ts';

const present = { earlier: [], version: '0.9.0' };
const faultsOf = (body: string, earlier = '') =>
  faultsOfMigration(
    { name: '9002_planted.sql', text: `-- kind: expand\n${body}` },
    { ...present, earlier: [{ name: '9001_before.sql', text: earlier }] },
  );

describe('running 4.1 what a running version does not survive is found in an expand', () => {
  it.each([
    ['alter table bill alter column status type varchar(20);', 'rewrites the table'],
    ['ALTER TABLE bill\n  ALTER status\n  SET DATA TYPE text;', 'rewrites the table'],
    ['alter table bill add column at timestamptz, alter column status type text;', 'rewrites the table'],
    ['alter table bill add column key uuid not null default gen_random_uuid();', 'differs from row to row'],
    ['alter table bill add column no bigserial;', 'rewrites the table'],
    ['alter table bill add column sum int generated always as (1) stored;', 'rewrites the table'],
    ['alter table bill add column mark text not null;', 'write rows without it'],
    ["alter table bill add column mark text not null default '' check (mark <> 'x');", 'reads all rows under a lock'],
    ['alter table bill add column org_id text references org;', 'reads all rows under a lock'],
    ['alter table bill add column mark text unique;', 'makes an index under a lock'],
    ['alter table bill drop column status;', 'drops a column'],
    ['alter table bill drop status;', 'drops a column'],
    ['alter table bill rename column status to state;', 'renames'],
    ['alter table bill rename to bills;', 'renames'],
    ['alter index bill_pkey rename to bill_key;', 'renames'],
    ['alter table bill alter column status set not null;', 'reads all rows under a lock'],
    ['alter table bill alter column status drop default;', 'rely on the default'],
    ['alter table bill set unlogged;', 'rewrites or moves'],
    ['alter table bill enable row level security;', 'hides rows'],
    ["select tenant_owned('bill');", 'hides rows'],
    ['drop policy tenant on bill;', 'hides rows'],
    ['alter table bill disable row level security;', 'shows every'],
    ['alter table bill no force row level security;', 'shows every'],
    ['drop trigger bill_receipts on bill_step;', 'rely on'],
    ['alter table bill_step disable trigger bill_receipts;', 'rely on'],
    ["alter table bill_line attach partition bill_line_9 for values in ('9');", 'under a lock'],
    ['create policy own on bill as restrictive using (false);', 'hides rows'],
    ['alter table bill add constraint bill_sum check (status <> 1);', 'reads all rows under a lock'],
    ['alter table bill add foreign key (org_id) references org;', 'reads all rows under a lock'],
    ['alter table bill add constraint bill_once unique (status);', 'makes an index under a lock'],
    [
      'alter table bill add constraint bill_sum check (true) not valid;\nalter table bill validate constraint bill_sum;',
      'under the lock of its addition',
    ],
    ['create index bill_by_status on bill (status);', 'keeps writes out'],
    ['create unique index on "order" (status);', 'keeps writes out'],
    ['create index concurrently bill_by_status on bill (status);', 'runs in no transaction'],
    ['drop index bill_by_status;', 'locks the table'],
    ['drop table bill;', 'drops what running versions use'],
    ['drop function app_tenant();', 'drops what running versions use'],
    ['revoke insert on bill from ronghui_tenant;', 'takes a right'],
    ["update bill set status = 'new';", 'keeps the rows'],
    ['delete from only bill where status is null;', 'keeps the rows'],
    ['with gone as (delete from bill returning *) select 1;', 'keeps the rows'],
    ['truncate bill;', 'locks a table'],
    ['lock table bill;', 'locks a table'],
    ["do $$ begin execute 'drop table bill'; end $$;", 'says only when it runs'],
    ['-- step: concurrently\nvacuum bill;', '只能建立或删除索引'],
    ['-- step: batches\nupdate bill set status = null;', 'says how many rows'],
    ['-- step: batches\nselect 1 limit 1;', 'is one statement that changes rows'],
    ['-- step: batches\nupdate bill set a = 1; update bill set b = 1;', 'is one statement that changes rows'],
  ])('running 4.1 a planted «%s» is reported', (body, fault) => {
    const faults = faultsOf(body);
    expect(faults.join('\n')).toContain(fault);
    expect(faults[0]).toContain('9002_planted.sql');
  });
});

describe('running 4.1 what a running version survives passes', () => {
  const check = 'alter table bill add constraint bill_has_mark check (mark is not null) not valid;';
  it.each([
    ['alter table bill add column mark text;'],
    ["alter table bill add column mark text not null default '';"],
    ['alter table bill add column at timestamptz not null default app_now(), add column by text;'],
    ['alter table bill alter column status drop not null;'],
    ["alter table bill alter column mark set default 'drop column x, rename';"],
    ['alter table bill drop constraint bill_status_check;'],
    ['-- step: concurrently\ncreate index concurrently bill_by_mark on bill (mark);'],
    ['-- step: concurrently\ndrop index concurrently bill_by_mark;'],
    [
      '-- step: batches\nupdate bill set mark = $$$$ where ctid in (select ctid from bill where mark is null limit 1000);',
    ],
    [`${check}\n-- step: transaction\nalter table bill validate constraint bill_has_mark;`],
    [
      `${check}\n-- step: transaction\nalter table bill validate constraint bill_has_mark;\nalter table bill alter column mark set not null;`,
    ],
    ['create table made (id int primary key);\ncreate index on made (id);\nalter table made drop column id;'],
    [
      "create table made (tenant_id text);\nselect tenant_owned('made');\nupdate made set tenant_id = '';\ndrop table made;",
    ],
    [
      'create function made() returns int language sql as $$ select 1 $$;\nrevoke execute on function made from public;',
    ],
    ['create or replace function app_tenant() returns text language sql as $$ delete from bill $$;'],
    ['create index on node (version);\nupdate node set address = version;'],
    ["insert into category (id) values ('drop table bill; rename')"],
    ['with named as (select 1) insert into category select 1 from named on conflict do update set id = 2;'],
  ])('running 4.1 «%s» passes', (body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  it('running 4.1 a check that an earlier migration has validated proves what is never null; one that it has not does not', () => {
    const body = 'alter table bill alter column mark set not null;';
    expect(faultsOf(body, `${check} alter table bill validate constraint bill_has_mark;`)).toEqual([]);
    expect(faultsOf(body, check)).toHaveLength(1);
    expect(faultsOf(body, `${check} alter table receipt validate constraint bill_has_mark;`)).toHaveLength(1);
  });
});

it('running 4.1 a migration of before kinds needs none, and one that follows says its kind', () => {
  const text = 'drop table bill;';
  const named = (number: number) => `${String(number).padStart(4, '0')}_drop.sql`;
  expect(faultsOfMigration({ name: named(lastWithoutKind), text }, present)).toEqual([]);
  const next = named(lastWithoutKind + 1);
  expect(faultsOfMigration({ name: next, text }, present)).toEqual([`${next}: its first line says no kind`]);
});

it('running 4.1 a contract waits for a version that there is', () => {
  const of = (version: string) => ({
    name: '9002_planted.sql',
    text: `-- kind: contract ${version}\ndrop table bill;`,
  });
  expect(faultsOfMigration(of('0.9.0'), present)).toEqual([]);
  expect(faultsOfMigration(of('0.9.1'), present)).toEqual(['9002_planted.sql: waits for 0.9.1, and this is 0.9.0']);
  expect(faultsOfMigration(of('next'), present).join('')).toContain('第一行应为');
});

it('running 4.1 every table that stays small is one of the database', () => {
  const tables = read('apps/server/src/tables.gen.ts');
  expect([...smallTables].filter((name) => !tables.includes(`  ${name}: `))).toEqual([]);
});
