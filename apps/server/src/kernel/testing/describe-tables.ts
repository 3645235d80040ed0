import pg from 'pg';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly made: 'always' | 'default' | 'never';
}

const listColumns = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
         when a.atthasdef or a.attidentity = 'd' then 'default' else 'never' end as made
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const rowTypes: Readonly<Record<string, string>> = {
  text: 'string',
  date: 'string',
  tsvector: 'string',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  uuid: 'string',
};

const typeOf = (column: Column): string => {
  const isList = column.type.endsWith('[]');
  const isMoney = column.type === 'bigint' && column.name.endsWith('_fen');
  const typeName = isList ? column.type.slice(0, -2) : column.type;
  const json = `Json<JsonColumns['${column.table}']['${column.name}']>`;
  const base = isMoney ? 'Fen' : typeName === 'jsonb' ? json : rowTypes[typeName];
  if (base === undefined) throw new Error(`no row type for ${column.table}.${column.name}: ${column.type}`);
  const plain = isList ? `${base}[]` : base;
  const nullable = column.required ? plain : `${plain} | null`;
  if (column.made === 'always') return `GeneratedAlways<${nullable}>`;
  return column.made === 'default' ? `Generated<${nullable}>` : nullable;
};

const head = `// Generated from the migrated database by \`npm run tables\`; never edited.
import type { Fen } from '@ronghui/domain/money';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns } from './json-columns.ts';

/** Written as JSON text, read as the parsed value. */
export type Json<Value> = ColumnType<Value, string, string>;
`;

const pascal = (name: string) => name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The row types of a migrated database as the text of `tables.gen.ts`. @source house 5 */
export const describeTables = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(listColumns);
    const tables = Map.groupBy(
      rows.filter((row) => row.table !== 'schema_migration'),
      (row) => row.table,
    );
    const types = [...tables].map(([table, columns]) => {
      const fields = columns.map((column) => `  ${column.name}: ${typeOf(column)};`);
      return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}\n`;
    });
    const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`);
    return [head, ...types, `export interface Tables {\n${index.join('\n')}\n}\n`].join('\n');
  } finally {
    await client.end();
  }
};
