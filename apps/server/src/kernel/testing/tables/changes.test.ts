import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TableChanges } from '#kernel/testing/tables/changes';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin } from '#kernel/testing/test-server';

let db: TestDatabase;
let changes: TableChanges;
beforeAll(async () => {
  db = await testDatabase();
  const only = { audit_event: "changed.result = 'ok'" };
  changes = await TableChanges.open(db.url, { aside: ['sms_code'], only });
});
beforeEach(() => changes.begin());
afterAll(async () => {
  await changes.close();
  await db.drop();
});

const run = (sql: string) => db.database.pool('service').query(sql);
const event = (result: string) =>
  run(
    `insert into audit_event (event, operation, result, actor_kind, address, request_id) values ('x', 'x', '${result}', 'visitor', '', '')`,
  );

describe('house 11 what a test learns of changed tables', () => {
  test('house 11 a row that is inserted, updated or deleted names its table, for every role that writes', async () => {
    expect(await changes.changed()).toEqual([]);
    await run("insert into session_epoch (user_id, epoch) values ('u', 0)");
    expect(await changes.changed()).toEqual(['session_epoch']);
    await changes.begin();
    await run("update session_epoch set epoch = epoch where user_id = 'u'");
    expect(await changes.changed()).toEqual(['session_epoch']);
    await changes.begin();
    await run("update session_epoch set epoch = 1 where user_id = 'nobody'");
    expect(await changes.changed()).toEqual([]);
    await run("delete from session_epoch where user_id = 'u'");
    expect(await changes.changed()).toEqual(['session_epoch']);
  });

  test('house 11 a partition is counted as its table, one that was made since too, and so is a table that is made', async () => {
    await runAsAdmin(
      db.url,
      "create table x_1 partition of behavior_record for values from ('2020-01-01') to ('2020-02-01')",
    );
    expect(await changes.changed()).toEqual([]);
    await runAsAdmin(db.url, "insert into x_1 overriding system value select '2020-01-03', 1, 'e', 'p', now(), 's'");
    expect(await changes.changed()).toEqual(['behavior_record']);
    await runAsAdmin(db.url, 'create table x_2 (a int)');
    expect(await changes.changed()).toEqual(['behavior_record', 'x_2']);
    await changes.begin();
    await runAsAdmin(db.url, 'insert into x_2 values (1)');
    expect(await changes.changed()).toEqual(['x_2']);
    await changes.begin();
    await runAsAdmin(db.url, 'truncate x_2');
    expect(await changes.changed()).toEqual(['x_2']);
  });

  test('house 11 what is rolled back is no change', async () => {
    await expect(run("insert into session_epoch (user_id, epoch) values ('v', 0), ('v', 0)")).rejects.toThrow();
    expect(await changes.changed()).toEqual([]);
  });

  test('house 11 tables that are set aside, and rows outside of a condition, do not count', async () => {
    await event('RHSY403');
    expect(await changes.changed()).toEqual([]);
    await event('ok');
    expect(await changes.changed()).toEqual(['audit_event']);
  });
});
