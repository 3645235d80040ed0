import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAuditHeads } from '#kernel/observe/audit-heads';
import { createAuditSealer } from '#kernel/observe/audit-seal';
import { type Anchor, verifyTrail } from '#kernel/observe/audit-verify';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

const write = (count: number) =>
  app.rows(`insert into audit_event (event, result) select 'test.step', 'ok' from generate_series(1, ${count}::int)`);
const seal = () => app.app.auditSealer.seal();
const verify = (anchors: readonly Anchor[] = []) =>
  verifyTrail({ db: app.database.reading('service'), trail: app.ports.trail }, { anchors });
const tamper = (...statements: readonly string[]) =>
  runAsAdmin(
    app.url,
    `set session_replication_role = replica; ${statements.join('; ')}; reset session_replication_role`,
  );
/** Cuts the chain off after a seal, its head and the events included, as the owner of the database can. */
const cutAfter = (sealNo: number) =>
  tamper(
    `delete from audit_event where event_id in (select event_id from audit_seal where seal_no > ${sealNo})`,
    `delete from audit_seal where seal_no > ${sealNo}`,
    `update audit_chain set seal_no = ${sealNo}, digest = (select digest from audit_seal where seal_no = ${sealNo})`,
  );

describe('R11.7 what a verification compares', () => {
  it('R11.7 a chain whose end was cut off together with its head is found by the last verification, also after it has grown again', async () => {
    await write(8);
    await seal();
    const { toNo, digest } = await verify();
    const anchors = [{ sealNo: toNo, digest }];
    expect((await verify(anchors)).found).toBe(0);
    await cutAfter(toNo - 3);
    expect((await verify(anchors)).findings).toEqual([{ kind: 'sealGone', eventId: null, sealNo: toNo - 2, count: 3 }]);
    await write(10);
    await seal();
    expect((await verify(anchors)).findings).toEqual([{ kind: 'sealBroken', eventId: null, sealNo: toNo }]);
  });

  it('R11.7 security 4.11 an end that was cut off before anybody verified it is found by the heads that are kept outside of the database', async () => {
    await write(8);
    await seal();
    await write(2);
    await seal();
    const heads = await readAuditHeads(app.dataDir);
    const { toNo, digest } = await verify(heads);
    expect(heads).toEqual([{ sealNo: toNo, digest }]);
    await cutAfter(toNo - 3);
    expect((await verify()).found).toBe(0);
    expect((await verify(await readAuditHeads(app.dataDir))).findings).toEqual([
      { kind: 'sealGone', eventId: null, sealNo: toNo - 2, count: 3 },
    ]);
  });

  it('R11.7 seals beyond the head are found: the head was set back', async () => {
    await write(5);
    await seal();
    const { toNo } = await verify();
    await tamper(
      `update audit_chain set seal_no = ${toNo - 2}, digest = (select digest from audit_seal where seal_no = ${toNo - 2})`,
    );
    expect((await verify()).findings).toEqual([{ kind: 'sealBroken', eventId: null, sealNo: toNo - 1 }]);
  });

  it('R11.7 events that wait for their seal for more than ten minutes are found: nobody seals', async () => {
    await seal();
    await write(3);
    expect((await verify()).found).toBe(0);
    await app.clock.advance({ minutes: 11 });
    const [first] = await app.rows("select min(event_id) as id from audit_event where event = 'test.step'");
    expect((await verify()).findings).toEqual([
      { kind: 'late', eventId: Number(first?.['id']), sealNo: null, count: 3 },
    ]);
    await seal();
    expect((await verify()).found).toBe(0);
  });

  it('R11.7 a backlog is sealed in parts, each in a transaction of its own, without a gap and nothing twice', async () => {
    await seal();
    const client = await app.database.pool('service').connect();
    await client.query('begin');
    await client.query("insert into audit_event (event, result) values ('test.late', 'ok')");
    await write(10);
    await write(15);
    await tamper(
      'drop table if exists sealed_by',
      'create table sealed_by (tx bigint, n int)',
      'grant insert on sealed_by to public',
      `create function note_sealed() returns trigger language plpgsql as $$ begin
         insert into sealed_by select pg_current_xact_id()::text::bigint, count(*) from fresh; return null; end $$`,
      'create trigger note_sealed after insert on audit_seal referencing new table as fresh for each statement execute function note_sealed()',
    );
    const { database, ports } = app;
    const sealer = createAuditSealer({ database, trail: ports.trail, log: ports.log, atMost: 7 });
    expect(await sealer.seal()).toBe(25);
    await client.query('commit');
    client.release();
    expect(await sealer.seal()).toBe(1);
    const parts = await app.rows('select sum(n)::int as n from sealed_by group by tx order by tx');
    expect(parts.map(({ n }) => n)).toEqual([7, 7, 7, 4, 1]);
    expect(await app.rows('select event_id from audit_event except select event_id from audit_seal')).toEqual([]);
    expect((await verify()).found).toBe(0);
  });

  it('R11.7 the search for events past the sealer reads the trail in parts, so that each statement is short', async () => {
    await write(4100);
    await seal();
    await tamper(`insert into audit_event (event, result, tx_id) values ('test.forged', 'ok', 1)`);
    let parts = 0;
    const progress = async () => void (parts += 1);
    const { findings } = await verifyTrail({
      db: app.database.reading('service'),
      trail: app.ports.trail,
      progress,
    });
    expect(findings).toMatchObject([{ kind: 'unsealed' }]);
    // Three of the chain, three of the trail and its end.
    expect(parts).toBe(7);
  });
});
