import { expect, it } from 'vitest';
import { sqlStatements } from '#kernel/database/migrating/sql-statements';

it.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  ['select 1;\n\n', ['select 1']],
  ['-- a; b\nselect\n  1 -- c\n  ;', ['select 1']],
  ['/* a; b */ select 1', ['select 1']],
  ["insert into a values ('x;  y', 'it''s; --')", ["insert into a values ('x;  y', 'it''s; --')"]],
  ['create table "a;b" ()', ['create table "a;b" ()']],
  ['do $$ begin a;  b; end $$; select 1', ['do $$ begin a;  b; end $$', 'select 1']],
  ['do $x$ a; $$ b; $x$; select 1', ['do $x$ a; $$ b; $x$', 'select 1']],
  ["select 'never ends; ", ["select 'never ends;"]],
  ['-- nothing', []],
])('running 4.1 %j has the statements %j', (sql, expected) => {
  expect(sqlStatements(sql)).toEqual(expected);
});
