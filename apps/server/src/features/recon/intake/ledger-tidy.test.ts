import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileJobs } from '#features/file/file.jobs';
import { ledgerOf, ReconFixture } from '../recon.fixture.ts';
import { updateListedRowsGone } from './ledger.sql.ts';
import { tidyLedgers } from './ledger-tidy.ts';

let fixture: ReconFixture;
let stageId: string;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  ({ stageId } = await fixture.bill({ fees: [10_000] }));
});
afterAll(() => fixture.close());

const context = () => {
  const { database, ports } = fixture.app;
  return { database, ports, log: ports.log };
};
/** The job that removes files without a row. */
const sweepStore = async () => {
  const sweep = fileJobs.find(({ name }) => name === 'file.sweep');
  if (sweep === undefined) throw new Error('no job sweeps the store');
  await sweep.run(context());
};
/** Whether the row of a ledger names a file, and whether the store has one that it named. */
const keptOf = async (ledgerId: string, key?: string) => {
  const [row] = await fixture.app.rows('select storage_key, sha256, name from recon_ledger where ledger_id = $1', [
    ledgerId,
  ]);
  const named = key ?? String(row?.['storage_key']);
  return { isNamed: row?.['storage_key'] !== null, isStored: await fixture.app.ports.files.has(named) };
};
const keyOf = async (ledgerId: string): Promise<string> =>
  String(
    (await fixture.app.rows('select storage_key from recon_ledger where ledger_id = $1', [ledgerId]))[0]?.[
      'storage_key'
    ],
  );
const kept = { isNamed: true, isStored: true };
const gone = { isNamed: false, isStored: false };
let files = 0;
const file = () => ledgerOf([[`X-${(files += 1)}`, 1]]);

describe('R13.4 security 4.12 how long a ledger’s file is kept', () => {
  it('R13.4 it goes once all its runs are closed, and its hash and name stay', async () => {
    const one = await fixture.run(file(), stageId);
    const again = (await fixture.write('recon.again', { runId: one.runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    const key = await keyOf(one.ledgerId);
    await fixture.step('close', one.runId);
    await tidyLedgers.run(context());
    expect(await keptOf(one.ledgerId)).toEqual(kept);
    await fixture.step('close', again.runId);
    await tidyLedgers.run(context());
    expect(await keptOf(one.ledgerId, key)).toEqual(gone);
    expect(await fixture.get(one.runId)).toMatchObject({ isFileKept: false, sha256: one.sha256, name: one.name });
    expect((await fixture.call('recon.statement', { runId: one.runId })).status).toBe(200);
    expect((await fixture.write('recon.again', { runId: one.runId })).body.errCode).toBe('RHRE005');
  });

  it('security 4.12 the cells of rows that were left out go with it, or with its deletion; their reason and number stay', async () => {
    const lines = `${file().toString().trimEnd()}\n合计,,9.00\n`;
    const skippedOf = async (runId: string) =>
      (await fixture.get(runId)).skipped.find(({ reason }: { reason: string }) => reason === '合计行');
    const [one, other] = [await fixture.run(lines, stageId), await fixture.run(lines, stageId)];
    expect(await skippedOf(one.runId)).toMatchObject({ rows: 1, listed: [{ amount: 900 }] });
    await fixture.step('close', one.runId);
    await tidyLedgers.run(context());
    expect(await skippedOf(one.runId)).toEqual({ reason: '合计行', rows: 1, amount: 900 });
    await fixture.app.database.transact('service', (tx) =>
      updateListedRowsGone(tx, fixture.owner.tenantId, other.ledgerId),
    );
    expect(await skippedOf(other.runId)).not.toHaveProperty('listed');
  });

  it('R13.4 it stays while the store is not ours', async () => {
    const one = await fixture.run(file(), stageId);
    await fixture.step('close', one.runId);
    const { files: store } = fixture.app.ports;
    const marked = await store.mark();
    await store.setMark('another-store');
    await tidyLedgers.run(context());
    await store.setMark(marked ?? '');
    expect(await keptOf(one.ledgerId)).toEqual(kept);
  });

  it('R13.4 it goes after jobResultDays without a run, after reconFileDays with one, never while a run waits, and never by the sweep', async () => {
    const { jobResultDays, reconFileDays } = fixture.app.ports.limits;
    const { ledgerId: idle } = await fixture.ledger(file());
    const { ledgerId: open } = await fixture.run(file(), stageId);
    const { ledgerId: waiting } = await fixture.start(file(), stageId);
    await tidyLedgers.run(context());
    expect(await keptOf(idle)).toEqual(kept);
    const keys = { idle: await keyOf(idle), open: await keyOf(open) };
    await fixture.app.clock.advance({ days: jobResultDays, hours: 1 });
    await sweepStore();
    expect(await keptOf(idle)).toEqual(kept);
    await tidyLedgers.run(context());
    expect(await keptOf(idle, keys.idle)).toEqual(gone);
    expect(await keptOf(open)).toEqual(kept);
    await fixture.app.clock.advance({ days: reconFileDays - jobResultDays });
    await tidyLedgers.run(context());
    expect(await keptOf(open, keys.open)).toEqual(gone);
    expect(await keptOf(waiting)).toEqual(kept);
  });
});
