import { describe, expect, it } from 'vitest';
import { nounOrder } from '../walls/noun-order.ts';
import { files, isTest, read } from './repository.ts';
import { writesIn } from './table-writes.ts';

const source = files.filter(
  (file) => /^apps\/server\/src\/.+\.ts$/.test(file) && !isTest(file) && !file.includes('.gen.'),
);
const tables = [...read('apps/server/src/tables.gen.ts').matchAll(/^ {2}(\w+): \w+Table;$/gm)].flatMap(
  ([, name]) => name ?? [],
);

/** Created before the first migration, so that migrations can be counted in it. */
const beforeMigrations = 'schema_migration';

/** Tables of one transaction, which belong to nobody. */
const temporary = new Set(
  source.flatMap((file) => [...read(file).matchAll(/\bcreate temp table (\w+)/g)].flatMap(([, name]) => name ?? [])),
);

/**
 * What writes tables by the names of a list or the catalogue: one fills an unused database with the rows of a backup and ends there what may not go on, before a
 * server runs it; the other seals what is sealed with a later key, and changes nothing of what it says.
 */
const writesByList = new Set([
  'apps/server/src/kernel/backup/restored-tables.sql.ts',
  'apps/server/src/kernel/secrets/data-keys/reseal.sql.ts',
]);

/** The noun or the folder that a file belongs to. */
const ownerOf = (file: string): string =>
  /^apps\/server\/src\/(?:features\/([^/]+)\/|([^/]+))/
    .exec(file)
    ?.slice(1)
    .find((each) => each !== undefined) ?? file;

/** Table → its writers. */
const writersOf = (read_: (file: string) => string, among: readonly string[]): Map<string, Set<string>> => {
  const writers = new Map<string, Set<string>>();
  for (const file of among) {
    const named = writesByList.has(file) ? [] : writesIn(read_(file));
    for (const table of named.filter((name) => !temporary.has(name))) {
      writers.set(table, (writers.get(table) ?? new Set()).add(ownerOf(file)));
    }
  }
  return writers;
};

const writers = writersOf(read, source);
const reads = source.filter((file) => file.endsWith('.reads.ts'));

/** What a read-only face may not do: write, lock rows, send a statement without awaiting it, or re-export. */
const isMoreThanReading = (text: string): boolean =>
  writesIn(text).length > 0 ||
  /\.for(?:Update|NoKeyUpdate|Share|KeyShare)\(|\bfor (?:update|no key update|share|key share)\b|\bsend\(|^export .* from '/m.test(
    text,
  );

describe('house 5 owners of tables', () => {
  it('house 5 a table is written by one noun, or by the kernel', () => {
    const shared = [...writers].filter(([, owners]) => owners.size > 1);
    expect(shared.map(([table, owners]) => `${table}: ${[...owners].join(', ')}`)).toEqual([]);
  });

  it('house 5 every table that is written is one of the database, and says so in the statement', () => {
    expect([...writers.keys()].filter((table) => !tables.includes(table) && table !== beforeMigrations)).toEqual([]);
    expect(writers.size).toBeGreaterThan(40);
  });

  it('house 2 the architecture tells the nouns in their order, and what each writes', () => {
    const [, documented = ''] = read('docs/architecture.md').split('| Noun | Its tables |\n| --- | --- |\n');
    const rows = nounOrder.map((noun) => {
      const owned = [...writers].flatMap(([table, owners]) => (owners.has(noun) ? table : [])).toSorted();
      const names = owned.map((table) => `\`${table}\``);
      return `| \`${noun}\` | ${names.length === 0 ? '–' : names.join(' ')} |`;
    });
    expect(documented.split('\n\n')[0]?.split('\n')).toEqual(rows);
  });

  it('house 5 statements that write stand in *.sql.ts, or with the kernel’s own connections', () => {
    const outside = source.filter(
      (file) =>
        file.startsWith('apps/server/src/features/') && !file.endsWith('.sql.ts') && writesIn(read(file)).length > 0,
    );
    expect(outside).toEqual([]);
  });

  it('house 2 a face to read with writes nothing and holds nothing', () => {
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.filter((file) => isMoreThanReading(read(file)))).toEqual([]);
  });

  it('house 12 the rules find what they must find', () => {
    const planted: Readonly<Record<string, string>> = {
      'apps/server/src/features/bill/bill.sql.ts': "tx.updateTable('bill as b').set({})",
      'apps/server/src/features/order/order.sql.ts': 'sql`insert into bill (a) values (1)`',
      'apps/server/src/kernel/jobs/jobs.sql.ts': 'sql`with gone as (delete from only "job" returning *) select 1`',
    };
    const found = writersOf((file) => planted[file] ?? '', Object.keys(planted));
    expect([...(found.get('bill') ?? [])]).toEqual(['bill', 'order']);
    expect([...(found.get('job') ?? [])]).toEqual(['kernel']);
    for (const text of [
      "export { insertBill } from './bill.sql.ts';",
      "tx.deleteFrom('bill')",
      'db.selectFrom(x).forUpdate()',
      'sql`select 1 from bill for update skip locked`',
    ]) {
      expect(isMoreThanReading(text), text).toBe(true);
    }
    expect(isMoreThanReading("db.selectFrom('bill').selectAll()")).toBe(false);
  });
});

describe('house 12 the reader of statements', () => {
  it.each([
    ["tx.insertInto('a').values(b)", ['a']],
    ["tx.mergeInto('a as b')", ['a']],
    ["tx\n  .deleteFrom( 'a' )", ['a']],
    ['tx.insertInto(table)', ['table of a variable']],
    ['sql`insert into ${table} values (1)`', ['table of a variable']],
    ['sql`update "order" o set status = 1`', ['order']],
    ['sql`update only a as b set c = 1`', ['a']],
    ['sql`merge into a using b`', ['a']],
    ['sql`truncate table a`', ['a']],
    ['sql`insert into a (b) values (1) on conflict (b) do update set b = 2`', ['a']],
    ['sql`select * from a for update of b`', []],
    ['// update a set b\n/* delete from a */', []],
    ["tx.selectFrom('a')", []],
  ])('house 12 «%s» writes %j', (text, expected) => {
    expect(writesIn(text)).toEqual(expected);
  });
});
