import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

const document = await readFile(join(import.meta.dirname, '../../../../docs/scale.md'), 'utf8');

/** The names of the rows of a section: what stands in code in their cells, by the first cell. */
const rowsOf = (heading: string): ReadonlyMap<string, readonly string[]> => {
  const [, section = ''] = document.split(`### ${heading}\n`);
  const [table = ''] = section.split('\n#');
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \|/gm)].slice(2);
  return new Map(
    rows.map(([, first = '', second = '']) => [
      first.replaceAll('`', ''),
      [...second.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    ]),
  );
};

let db: TestDatabase;
let tables: readonly { readonly name: string; readonly always: boolean | null }[];
beforeAll(async () => {
  db = await testDatabase();
  tables = await rows(`
    select c.relname as name, a.attnotnull as always from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
});
afterAll(() => db.drop());

const rows = async <Row>(text: string): Promise<Row[]> => (await db.database.pool('service').query(text)).rows;

const kinds = rowsOf('Where each table lies');
const [byTenant, onEach, onOne] = ['by `tenant_id`', 'a copy on each node', 'on the first node'].map(
  (kind) => new Set(kinds.get(kind.replaceAll('`', ''))),
);
const placeOf = (table: string): string => {
  if (byTenant?.has(table) === true) return 'tenant';
  return onEach?.has(table) === true ? 'each' : 'one';
};

describe('running 1.11 how the tables go onto several databases', () => {
  it('running 1.11 every table lies at one place, and those that lie by tenant have one in every row', () => {
    const named = [byTenant, onEach, onOne].flatMap((set) => [...(set ?? [])]);
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const withTenant = tables.filter(({ always }) => always === true).map(({ name }) => name);
    expect([...(byTenant ?? [])].filter((name) => !withTenant.includes(name))).toEqual([]);
    // A new table of merchants’ rows lies with them, unless this list has a reason: a rule names its receipt, which lies on the first node.
    expect(withTenant.filter((name) => placeOf(name) !== 'tenant')).toEqual(['payer_rule', 'tenant']);
  });

  it('running 1.11 each unique index and foreign key that would break is named, with what is done about it, and no other', async () => {
    const unique = await rows<{ table: string; name: string }>(`
      select t.relname as table, i.relname as name from pg_index x
        join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
        where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
          and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey) and a.attname = 'tenant_id')`);
    const keys = await rows<{ from: string; to: string; name: string; together: boolean }>(`
      select f.relname as from, t.relname as to, c.conname as name, exists (
          select from unnest(c.conkey, c.confkey) k (here, there)
            join pg_attribute h on h.attrelid = c.conrelid and h.attnum = k.here and h.attname = 'tenant_id'
            join pg_attribute r on r.attrelid = c.confrelid and r.attnum = k.there and r.attname = 'tenant_id') as together
        from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
        where c.contype = 'f' and f.relnamespace = 'public'::regnamespace and not f.relispartition and c.conparentid = 0`);
    const breaks = ({ from, to, together }: (typeof keys)[number]): boolean => {
      const [here, there] = [placeOf(from), placeOf(to)];
      if (here === 'tenant' && there === 'tenant') return !together;
      // A row of a tenant may name what each node has a copy of; a copy, or a row of the first node, names no row that lies elsewhere.
      return (
        (here === 'tenant' && there === 'one') ||
        (here !== 'tenant' && there === 'tenant') ||
        (here === 'each' && there === 'one')
      );
    };
    const broken = [
      ...unique.filter(({ table }) => placeOf(table) === 'tenant').map(({ name }) => name),
      ...keys.filter(breaks).map(({ name }) => name),
    ];
    expect([...rowsOf('What breaks').keys()].toSorted()).toEqual(broken.toSorted());
  });
});
