import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { openPlayed, type PlayedStandby, playStandby } from '#kernel/database/replica/played-standby.fixture';
import type { Replica } from '#kernel/database/replica/replica';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, exportOf, fetchExport } from './export.fixture.ts';

let app: TestApp;
let standby: PlayedStandby;
let replica: Replica;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp({
    limits: { exportsAtOnce: 10, exportsPerDay: 20 },
    async replica(primary) {
      standby = await playStandby(primary);
      replica = openPlayed(primary, { url: standby.url });
      return replica;
    },
  });
  owner = await makeMerchant(app);
  await certifyTenant(app, owner);
  await app.rows(
    `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, quantity, options, choice, items,
        term_months, total_fen, billing, status, consent_ids)
      select $1, 'DD2026112300' || lpad(n::text, 8, '0'), $2, 'benefit', '员工弹性福利', 's', '标准版', '人', 10, '{}', '[]', '[]',
        12, 100, 'prepaid', 'pendingReview', '{}' from generate_series(1, 2500) n`,
    [owner.tenantId, owner.userId],
  );
});
beforeEach(() => standby.plays());
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await standby.drop();
});

const ask = async (): Promise<string> => {
  await app.clock.advance({ seconds: 1 });
  return (await askExport(owner, { format: 'csv' })).body.data.exportId;
};
/** The numbers of the orders in a file, in its order. */
const numbersIn = async (exportId: string) => {
  const { bytes } = await fetchExport(owner, exportId);
  const text = Buffer.from(bytes).toString('utf8');
  return [...text.matchAll(/^\W{0,3}(DD\d{18})/gm)].map(([, number]) => number);
};
const expectComplete = async (exportId: string) => {
  expect(await exportOf(owner, exportId)).toMatchObject({
    status: 'done',
    rows: 2500,
    totals: [{ label: '合计', count: 2500, amount: 250_000 }],
  });
  const numbers = await numbersIn(exportId);
  expect(numbers).toHaveLength(2500);
  expect(new Set(numbers).size).toBe(2500);
};
const countFiles = async (): Promise<number> => {
  let count = 0;
  for await (const _ of app.ports.files.list(owner.tenantId)) count += 1;
  return count;
};
/** From where snapshots are opened. */
const watched = () => ({
  onReplica: vi.spyOn(replica, 'snapshot'),
  onPrimary: vi.spyOn(app.database, 'snapshot'),
});

describe('running 1.9 an export', () => {
  it('running 1.9 is read on the replica, once that has replayed its request', async () => {
    const exportId = await ask();
    const { onReplica, onPrimary } = watched();
    await app.app.sentJobs.drain();
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([1, 0]);
    await expectComplete(exportId);
  });

  it('running 1.9 is read on the primary where the replica does not replay its request in time', async () => {
    const exportId = await ask();
    await standby.plays({ hasReplayed: false });
    const { onReplica, onPrimary } = watched();
    await app.app.sentJobs.drain();
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([0, 1]);
    await expectComplete(exportId);
  });

  it('running 1.9 that the replica cancels is made on the primary, in the same run', async () => {
    const exportId = await ask();
    await standby.plays({ cancelsWith: '40001' });
    const { onReplica, onPrimary } = watched();
    await app.app.sentJobs.drain();
    // The moment of a snapshot is asked for first.
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([1, 1]);
    expect(await app.rows('select tries from sent_job where job_id = $1', [exportId])).toEqual([{ tries: 1 }]);
    await expectComplete(exportId);
  });

  it('running 1.9 that fails for another reason is tried again on the primary', async () => {
    const exportId = await ask();
    const { onReplica, onPrimary } = watched();
    onReplica.mockRejectedValueOnce(new Error('the pages of the replica are damaged'));
    await app.app.sentJobs.drain();
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([1, 0]);
    await app.clock.advance({ minutes: 1 });
    await app.app.sentJobs.drain();
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([1, 1]);
    expect(await app.rows('select tries from sent_job where job_id = $1', [exportId])).toEqual([{ tries: 2 }]);
    await expectComplete(exportId);
  });

  it('running 1.9 that loses the replica in the middle of its file begins again from its beginning: no row twice, none of the old file', async () => {
    const exportId = await ask();
    const { files } = app.ports;
    const before = await countFiles();
    const receive = files.receive.bind(files);
    let isFirst = true;
    vi.spyOn(files, 'receive').mockImplementation(async () => {
      const incoming = await receive();
      const isBroken = isFirst;
      isFirst = false;
      const write: typeof incoming.write = (body) =>
        incoming.write(
          (async function* () {
            let pieces = 0;
            for await (const piece of body) {
              // Some rows are written, and most are not read yet.
              if (isBroken && pieces === 1) await standby.endSessions();
              pieces += 1;
              yield piece;
            }
          })(),
        );
      return { path: incoming.path, write, keep: (key) => incoming.keep(key), drop: () => incoming.drop() };
    });
    const { onReplica, onPrimary } = watched();
    await app.app.sentJobs.drain();
    expect([onReplica.mock.calls.length, onPrimary.mock.calls.length]).toEqual([1, 1]);
    expect(await countFiles()).toBe(before + 1);
    await expectComplete(exportId);
  });
});
