import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyTenant } from '#features/certification/certification.fixture';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { askExport, exported, exportOf } from './export.fixture.ts';

const megabyte = 1024 * 1024;
let app: TestApp;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp({ limits: { tenantFilesMegabytes: 2 } });
  owner = await makeMerchant(app, '王小明');
  await certifyTenant(app, owner);
});
afterAll(() => app.close());

/** Lets the results that are kept be of this size together. */
const takeRoom = (bytes: number) =>
  app.rows('update sent_job set result_bytes = $2 where tenant_id = $1 and result_key is not null', [
    owner.tenantId,
    bytes,
  ]);
const asCsv = { format: 'csv' };
const upload = () => owner.browser.upload('file.upload', 'a.csv', Buffer.from('a,b\n1,2\n'), {});

describe('security 4.8 files that jobs make', () => {
  it('security 4.8 count in the tenant’s room: an export that goes over half of it says so and leaves nothing behind', async () => {
    expect(await exportOf(owner, await exported(app, owner, asCsv))).toMatchObject({ status: 'done' });
    await takeRoom(megabyte - 10);
    const full = await exportOf(owner, await exported(app, owner, asCsv));
    expect(full).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^文件空间不足，这份文件存不下.*7 天后自动清理/),
    });
    expect(await app.rows("select 1 from sent_job where status = 'failed' and result_key is not null")).toEqual([]);
    // The other half is for what people upload.
    expect((await upload()).status).toBe(200);
  });

  it('security 4.8 take room from uploads too, and once nothing is left an export is refused before it waits', async () => {
    await takeRoom(2 * megabyte);
    expect(await askExport(owner, asCsv)).toMatchObject({ status: 409, body: { errCode: 'RHFI001' } });
    expect(await upload()).toMatchObject({ status: 409, body: { errCode: 'RHFI001' } });
  });

  it('security 4.8 give their room back when they have expired', async () => {
    await app.clock.advance({ hours: 24 * 8 });
    const job = kernelJobs(app.ports.limits).find(({ name }) => name === 'sentJob.expire');
    await job?.run({ database: app.database, ports: app.ports, log: app.ports.log });
    const again = { ...owner, browser: await logIn(app, owner.mobile) };
    expect(await exportOf(again, await exported(app, again, asCsv))).toMatchObject({ status: 'done' });
  });
});
