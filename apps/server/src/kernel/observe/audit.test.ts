import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '#kernel/observe/actor';
import { createAudit } from '#kernel/observe/audit';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extra: sample });
});
afterAll(() => app.close());

const refuse = async (
  address: string,
  { code, operation = 'portal.login', ...event }: Partial<AuditEvent> & { code: string; operation?: string },
) =>
  createAudit(app.database, app.ports.fast, app.ports.log).aside(
    { kind: 'visitor' },
    { event: operation, ...event },
    { operation, result: code, address },
  );
const stored = async (address: string, code: string): Promise<number> =>
  (await app.rows('select from audit_event where address = $1 and result = $2', [address, code])).length;

describe('R11.7 events of refusals', () => {
  it('R11.7 a flood of one refusal takes nothing from another one of the same address', async () => {
    for (let at = 0; at < 40; at += 1) await refuse('192.0.2.1', { code: 'UMDP00001' });
    await refuse('192.0.2.1', { code: 'RHSY403' });
    expect([await stored('192.0.2.1', 'UMDP00001'), await stored('192.0.2.1', 'RHSY403')]).toEqual([30, 1]);
  });

  it('security 4.11 a lock, and a refusal of the console, is stored however many others came before', async () => {
    for (let at = 0; at < 40; at += 1) await refuse('192.0.2.2', { code: 'OPS10003', object: `1390000${at}` });
    for (let at = 0; at < 40; at += 1) await refuse('192.0.2.2', { code: 'RHSY403', operation: 'ops.account.find' });
    expect([await stored('192.0.2.2', 'OPS10003'), await stored('192.0.2.2', 'RHSY403')]).toEqual([40, 40]);
  });

  it('security 4.11 one refusal of one account from one address fills the table no further than 600 a minute', async () => {
    const one = { code: 'OPS10003', object: '139****0000' };
    for (let at = 0; at < 610; at += 1) await refuse('192.0.2.3', one);
    expect(await stored('192.0.2.3', 'OPS10003')).toBe(600);
  });
});
