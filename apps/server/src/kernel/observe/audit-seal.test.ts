import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditSealer } from '#kernel/observe/audit-seal';
import { verifyTrail } from '#kernel/observe/audit-verify';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const insert = "insert into audit_event (event, result, after) values ('test.step', 'ok', '{\"n\": 1}')";
const seal = () => app.app.auditSealer.seal();
const verify = () => verifyTrail({ db: app.database.reading('service'), trail: app.ports.trail });
const sealNos = async () =>
  (await app.rows('select seal_no from audit_seal order by seal_no')).map((row) => Number(row['seal_no']));
const tamper = (...statements: readonly string[]) =>
  runAsAdmin(
    app.url,
    `set session_replication_role = replica; ${statements.join('; ')}; reset session_replication_role`,
  );

describe('R11.7 the chain of the trail', () => {
  it('R11.7 an event that is committed late is sealed later, though its number is lower', async () => {
    await seal();
    const client = await app.database.pool('service').connect();
    await client.query('begin');
    const { rows } = await client.query(`${insert} returning event_id`);
    const late = Number(rows[0].event_id);
    await app.rows(insert);
    expect(await seal()).toBe(1);
    await app.rows(insert);
    expect(await seal()).toBe(1);
    await client.query('commit');
    client.release();
    expect(await seal()).toBe(1);
    const [last] = await app.rows('select event_id from audit_seal order by seal_no desc limit 1');
    expect(Number(last?.['event_id'])).toBe(late);
    expect(await seal()).toBe(0);
    expect(await verify()).toMatchObject({ found: 0 });
  });

  it('R11.7 sealers of several nodes at once seal every event once, without a gap', async () => {
    const { database, ports } = app;
    const sealers = Array.from({ length: 4 }, () =>
      createAuditSealer({ database, trail: ports.trail, log: ports.log }),
    );
    const write = async () => {
      for (let n = 0; n < 40; n += 1) await app.rows(insert);
    };
    const look = async (one: (typeof sealers)[number]) => {
      for (let n = 0; n < 20; n += 1) await one.seal();
    };
    await Promise.all([write(), write(), write(), ...sealers.map(look)]);
    await seal();
    const numbers = await sealNos();
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(await app.rows('select event_id from audit_event except select event_id from audit_seal')).toEqual([]);
    expect((await verify()).found).toBe(0);
  });

  it('R11.7 neither events nor seals can be changed by the server’s own role', async () => {
    for (const statement of [
      "update audit_seal set digest = ''",
      'delete from audit_seal',
      'truncate audit_seal',
      "update audit_event set result = 'ok'",
      'delete from audit_event',
    ])
      await expect(app.rows(statement), statement).rejects.toThrow(/permission denied|append-only/);
  });

  it('R11.7 an event that was written past the sealer is named, and so are a lost and a changed seal', async () => {
    const { toNo } = await verify();
    await tamper(`insert into audit_event (event, result, tx_id) values ('test.forged', 'ok', 1)`);
    const [forged] = await app.rows("select event_id from audit_event where event = 'test.forged'");
    expect((await verify()).findings).toEqual([
      { kind: 'unsealed', eventId: Number(forged?.['event_id']), sealNo: null },
    ]);
    await tamper(
      `delete from audit_event where event = 'test.forged'`,
      `delete from audit_seal where seal_no = ${toNo}`,
    );
    expect((await verify()).findings).toContainEqual({ kind: 'sealGone', eventId: null, sealNo: toNo, count: 1 });
    await tamper(`update audit_seal set digest = content where seal_no = 3`);
    const broken = (await verify()).findings.filter(({ kind }) => kind === 'sealBroken');
    expect(broken.map(({ sealNo }) => sealNo)).toEqual([3, 4]);
  });

  it('R11.7 after a dump was restored in another cluster, what it lacked is sealed, and the chain goes on', async () => {
    const other = await testApp();
    try {
      const rows = (text: string) => other.rows(text);
      await rows(insert);
      await other.app.auditSealer.seal();
      await rows(insert);
      // Transactions are counted from a lower number than the dump's.
      await runAsAdmin(other.url, "update audit_chain set cluster = 'another', sealed_to = 900000000");
      await rows(insert);
      expect(await other.app.auditSealer.seal()).toBe(2);
      await rows(insert);
      expect(await other.app.auditSealer.seal()).toBe(1);
      const outcome = await verifyTrail({ db: other.database.reading('service'), trail: other.ports.trail });
      expect(outcome).toMatchObject({ events: 4, found: 0 });
    } finally {
      await other.close();
    }
  });
});
