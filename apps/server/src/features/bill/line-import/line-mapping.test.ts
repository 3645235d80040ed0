import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'mapper', { roles: ['finance'] });
});
afterAll(() => app.close());

const columns = [
  { field: 'loanNo', column: 1, name: '借据' },
  { field: 'unit', value: '笔' },
];
const save = (name: string, mapping: readonly object[] = columns, idempotencyKey = newKey()) =>
  desk.call('ops.lineImport.saveMapping', { name, mapping, idempotencyKey });
const drop = (name: string) => desk.call('ops.lineImport.dropMapping', { name, idempotencyKey: newKey() });
const kept = async () => (await desk.call('ops.lineImport.mappings', {})).body.data.items;
const fieldOf = ({ body }: Awaited<ReturnType<typeof save>>) => body.data.fields[0].path;

describe('R11.6 mappings under names', () => {
  it('R11.6 R4.12 are kept once, replaced under the same name, listed by name and removed, each step in the trail', async () => {
    const key = newKey();
    const first = await save('  乙银行 ', columns, key);
    expect((await save('  乙银行 ', columns, key)).body.data).toEqual(first.body.data);
    await save('丙银行');
    await save('乙银行', columns.slice(1));
    const items = await kept();
    expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(['丙银行', '乙银行'].toSorted());
    expect(items.find(({ name }: { name: string }) => name === '乙银行')).toMatchObject({
      mapping: columns.slice(1),
      by: 'mapper',
    });
    expect((await drop('乙银行')).status).toBe(200);
    expect((await drop('乙银行')).body.errCode).toBe('RHSY404');
    expect(await kept()).toHaveLength(1);
    const trail = await app.rows(
      `select operation from audit_event where operation like 'ops.lineImport.%Mapping' and result = 'ok' order by event_id`,
    );
    expect(trail).toHaveLength(4);
  });

  it('R5.5 names what is wrong: no name, no column, a column without a name, too many', async () => {
    expect(fieldOf(await save(' '))).toBe('name');
    expect(fieldOf(await save('空', []))).toBe('mapping');
    expect(fieldOf(await save('无名', [{ field: 'loanNo', column: 0, name: '' }]))).toBe('mapping');
    await app.rows(
      `insert into line_mapping (name, mapping, saved_by) select 'n' || i, '[]', '' from generate_series(1, 100 - (select count(*) from line_mapping)::int) i`,
    );
    expect(fieldOf(await save('多一份'))).toBe('name');
    expect((await save('n1')).status).toBe(200);
  });
});
