import { operations } from '@ronghui/contract';
import { exportKinds } from '@ronghui/domain/export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { addMember } from '#features/bill/member.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, exported, exportOf, fetchExport } from './export.fixture.ts';

// Every role that holds `export.create` reads every list today, so dispatch refuses the others before the list's own key is asked for. Here
// the operations need the key of reading orders: a viewer has that one, and is asked for the list's.
const own = ['export.create', 'export.page', 'export.get', 'export.cancel', 'export.download'] as const;
const opened = Object.fromEntries(own.map((id) => [id, { ...operations[id], keys: ['order.read'] as const }]));

let app: TestApp;
let owner: Merchant;
let viewer: Merchant;
let billNo: string;
beforeAll(async () => {
  app = await testApp({ extra: { operations: opened, handlers: {} } });
  owner = await makeMerchant(app);
  ({ billNo } = await addBill(app, owner));
  viewer = await addMember(app, owner, { name: '王看看', role: 'viewer' });
});
afterAll(() => app.close());

const storedExports = async () =>
  (await app.rows("select count(*)::int as count from sent_job where name = 'export.make'"))[0]?.['count'];

describe('R6.3 an export needs the key of its list', () => {
  it.each(exportKinds)('R6.3 of %s is refused with 403 to a member without it, and not made', async (kind) => {
    const before = await storedExports();
    const filter = kind === 'billLines' ? { billNo } : kind === 'recon' ? { runId: 'any' } : {};
    expect(await askExport(viewer, { kind, filter })).toMatchObject({
      status: 403,
      body: { errCode: 'RHSY403' },
    });
    expect(await storedExports()).toBe(before);
  });

  it('R6.3 of a colleague is neither listed, shown, cancelled nor fetched without it', async () => {
    const done = await exported(app, owner, { kind: 'bills' });
    const waiting = String((await askExport(owner, { kind: 'bills' })).body.data.exportId);
    expect((await viewer.browser.call('export.page')).body.data.items).toEqual([]);
    const missing = { status: 404, body: { errCode: 'RHSY404' } };
    for (const exportId of [done, waiting]) {
      expect(await viewer.browser.call('export.get', { exportId })).toMatchObject(missing);
      expect(await fetchExport(viewer, exportId)).toMatchObject(missing);
      const cancel = { exportId, idempotencyKey: newKey() };
      expect(await viewer.browser.call('export.cancel', cancel)).toMatchObject(missing);
    }
    expect((await exportOf(owner, done)).status).toBe('done');
    expect((await exportOf(owner, waiting)).status).toBe('queued');
    expect((await fetchExport(owner, done)).status).toBe(200);
    await app.app.sentJobs.drain();
  });
});
