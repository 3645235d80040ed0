import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { types } from '#kernel/database/connection';
import { Flight } from '#kernel/database/flight';
import { type Result, type Statement, setTenant } from '#kernel/database/statement';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
let plain: pg.Client;
let pipelined: pg.Client;
const open = async (pipeline: boolean): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: db.url, pipeline, types });
  await client.connect();
  await client.query({ ...setTenant, values: [''] });
  return client;
};
beforeAll(async () => {
  db = await testDatabase();
  plain = await open(false);
  pipelined = await open(true);
  await plain.query('create table kept (id int primary key, text text)');
});
afterAll(async () => {
  await Promise.all([plain.end(), pipelined.end()]);
  await db.drop();
});

const fly = (statement: Statement, tenantId: string | null = null): Promise<Result> =>
  pipelined.query(new Flight(statement, tenantId)).result;
// A flight always uses the extended protocol, one statement at a time; `pg` has an option for that which its types do not declare.
const ask = ({ name, text, values }: Statement): Promise<Result> => {
  const config = { text, values: [...values], queryMode: 'extended', ...(name === undefined ? {} : { name }) };
  return plain.query(config);
};

const refill = () => plain.query('truncate kept; insert into kept values (9, null)');

interface Outcome {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly notices: readonly unknown[];
}

/** The fields that a caller sees, without those that identify the connection. */
const fieldsOf = (value: object, without: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('_') && !without.includes(key)));

const outcomeOf = async (client: pg.Client, run: () => Promise<Result>): Promise<Outcome> => {
  const notices: unknown[] = [];
  const keep = (notice: object) => void notices.push(fieldsOf(notice, ['length']));
  client.on('notice', keep);
  try {
    const { rows, rowCount, command, oid, fields } = await run();
    const columns = fields.map((field) => fieldsOf(field, ['tableID']));
    return { result: { rows, rowCount, command, oid, columns }, notices };
  } catch (error) {
    const fault = error instanceof Error ? error : new Error(String(error));
    return { error: { kind: fault.constructor.name, message: fault.message, ...fieldsOf(fault, ['length']) }, notices };
  } finally {
    client.off('notice', keep);
  }
};

const statements: readonly (readonly [string, string, unknown[]?])[] = [
  ['no row', 'select 1 where false'],
  ['many rows', 'select x, x::text as text from generate_series(1, 500) x'],
  ['two columns of one name', 'select 1 as a, 2 as a'],
  ['a column that objects inherit', 'select 1 as "__proto__", 2 as "constructor"'],
  ['no column', 'select'],
  ['numbers', 'select 1::int2, 2::int4 as b, 3::int8 as c, 1.5::float8 as d, 7::numeric as e, null::int8 as f'],
  ['what we refuse to round', 'select x::numeric from (values (1.5), (2)) v (x)'],
  ['a number beyond the safe range in the middle', 'select x::int8 from (values (1), (9007199254740993), (3)) v (x)'],
  [
    'days and instants',
    "select '2026-11-20'::date, '2026-11-20T01:02:03Z'::timestamptz as at, 'infinity'::timestamptz",
  ],
  ['arrays', "select array['a', null, 'b\"'] as a, array[[1, 2], [3, 4]] as b, '{}'::int4[] as c, array[1::int8] as d"],
  ['JSON', "select '{\"a\": [1, null]}'::jsonb as a, 'null'::json as b, null::jsonb as c"],
  ['bytes', "select '\\x00ff'::bytea as a, ''::bytea as b"],
  ['other types', "select true as a, '{\"(1,2)\"}'::point[] as b, interval '1 day 2 hours' as c, 'x'::name as d"],
  ['a composite', 'select row(1, null, $1::text) as a', ['b,"']],
  ['insert', 'insert into kept values ($1, $2)', [1, 'one']],
  ['insert again', 'insert into kept values ($1, $2)', [1, 'one']],
  ['insert and return', 'insert into kept values ($1, $2), ($3, null) returning id, text', [2, 'two', 3]],
  ['update of none', 'update kept set text = $1 where false', ['x']],
  ['update of several', 'update kept set text = $1', ['x']],
  ['merge', 'merge into kept using (select 1 as id) s on kept.id = s.id when matched then update set text = null'],
  ['delete', 'delete from kept where id > $1', [0]],
  ['a table made and dropped', 'create temporary table passing (a int) on commit drop'],
  ['notices', "do $$ begin raise notice 'one'; raise warning 'two' using hint = 'a hint'; end $$"],
  ['a notice before an error', "do $$ begin raise notice 'one'; raise exception 'two' using errcode = 'RH001'; end $$"],
  ['an empty statement', ''],
  ['a comment alone', '-- nothing'],
  ['two statements', 'select 1; select 2'],
  ['a syntax error', 'selct 1'],
  ['an unknown table', 'select * from nowhere'],
  ['division by zero', 'select 1 / $1::int', [0]],
  ['an error after some rows', 'select 10 / (x - 3) as x from generate_series(1, 5) x'],
  ['a text that is no number', 'select $1::int4', ['ten']],
  ['too few parameters', 'select $1::int4, $2::int4', [1]],
  ['too many parameters', 'select $1::int4', [1, 2]],
  ['a string with NUL', 'select $1::text', ['a\0b']],
  ['Infinity for an integer', 'select $1::int4', [Infinity]],
  ['Infinity and NaN', 'select $1::float8 as a, $2::float8 as b', [Infinity, NaN]],
  ['a parameter of unknown type', 'select $1', ['a']],
  [
    'a view of bytes',
    'select $1::bytea as a, $2::bytea as b',
    [new Uint8Array([1, 2, 3]).subarray(1), Buffer.from('b')],
  ],
  [
    'arrays in and out',
    'select $1::text[] as a, $2::int4[] as b, $3::bytea[] as c',
    [['a"\\', null], [[1], [2]], [Buffer.from([0, 255])]],
  ],
  ['copy to the client', 'copy (select 1) to stdout'],
  ['notify', "notify somewhere, 'payload'"],
  ['a setting', "set application_name = 'x'"],
];

const cases = statements.map(([label, text, values = []]) => ({ label, text, values }));

describe('R4.12 a flight returns what pg returns', () => {
  test.each(cases)('R4.12 $label', async ({ label, text, values }) => {
    // Twice with a name, so that the second run uses the prepared statement; and once without a name.
    for (const name of [label, label, undefined]) {
      const statement = { name, text, values };
      await refill();
      const ofPg = await outcomeOf(plain, () => ask(statement));
      await refill();
      expect(await outcomeOf(pipelined, () => fly(statement))).toEqual(ofPg);
      await refill();
      expect(await outcomeOf(pipelined, () => fly(statement, 't-1'))).toEqual(ofPg);
    }
  });
});

describe('R4.12 prepared statements of flights', () => {
  const preparedOn = async (client: pg.Client, name: string) => {
    const { rows } = await client.query('select statement from pg_prepared_statements where name = $1', [name]);
    return rows.length;
  };
  const one = (name: string, value: unknown) => ({ name, text: 'select $1::int4 as value', values: [value] });

  test('R4.12 parallel ones each get their own result, and are prepared once', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, at) => fly(one('load', at), at % 3 === 0 ? `t-${at}` : null)),
    );
    expect(results.map(({ rows }) => rows[0]?.['value'])).toEqual(results.map((_, at) => at));
    expect(await preparedOn(pipelined, 'load')).toBe(1);
  });

  test('R4.12 one that fails does not fail the others, and prepared statements stay prepared', async () => {
    const outcomes = await Promise.allSettled([
      fly(one('mixed', 1), 't-1'),
      fly(one('mixed', 'ten'), 't-1'),
      fly({ text: 'selct', values: [] }),
      fly({ name: 'broken', text: 'selct', values: [] }),
      fly(one('mixed', 2)),
      fly({ text: 'select 1 / 0', values: [] }, 't-2'),
      fly(one('mixed', 3), 't-3'),
    ]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.rows[0] : one.reason.code))).toEqual([
      { value: 1 },
      '22P02',
      '42601',
      '42601',
      { value: 2 },
      '22012',
      { value: 3 },
    ]);
    expect(await preparedOn(pipelined, 'mixed')).toBe(1);
    expect(await preparedOn(pipelined, 'broken')).toBe(0);
  });

  test('R4.12 a name that could not be parsed is parsed when it is sent again', async () => {
    const later = { name: 'later', text: 'select a from later', values: [] };
    await expect(fly(later)).rejects.toMatchObject({ code: '42P01' });
    await plain.query('create table later (a int); insert into later values (1)');
    expect((await fly(later)).rows).toEqual([{ a: 1 }]);
  });

  test('R4.12 a name belongs to one text, as with pg', async () => {
    await ask(one('taken', 1));
    await fly(one('taken', 1));
    const other = { name: 'taken', text: 'select 2 as other', values: [] };
    const refused = await outcomeOf(plain, () => ask(other));
    expect(await outcomeOf(pipelined, () => fly(other))).toEqual(refused);
    expect((await fly(one('taken', 3))).rows).toEqual([{ value: 3 }]);
  });

  test('R4.12 a statement whose table changed fails as with pg', async () => {
    await plain.query('create table changing (a int)');
    const read = { name: 'changing', text: 'select * from changing', values: [] };
    await Promise.all([ask(read), fly(read)]);
    await plain.query('alter table changing add b text');
    const stale = await outcomeOf(plain, () => ask(read));
    expect(stale.error).toMatchObject({ code: '0A000' });
    expect(await outcomeOf(pipelined, () => fly(read))).toEqual(stale);
  });

  test('R14.6 a lost connection fails all its in-flight queries', async () => {
    const lost = await open(true);
    lost.on('error', () => undefined);
    const { rows } = await lost.query('select pg_backend_pid() as pid');
    const waiting = [1, 2, 3].map(() => lost.query(new Flight({ text: 'select pg_sleep(60)', values: [] })).result);
    const outcomes = Promise.allSettled(waiting);
    await plain.query('select pg_terminate_backend($1)', [rows[0].pid]);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(lost.query(new Flight({ text: 'select 1', values: [] })).result).rejects.toThrow(/not queryable/);
  });
});
