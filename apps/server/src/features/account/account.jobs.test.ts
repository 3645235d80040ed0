import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountBench, openAccountBench, strongPassword } from './account.fixture.ts';
import { accountJobs } from './account.jobs.ts';

let bench: AccountBench;
beforeAll(async () => {
  bench = await openAccountBench();
});
afterAll(() => bench.close());

const sweepAll = async () => {
  const { app } = bench;
  for (const job of accountJobs) await job.run({ database: app.database, ports: app.ports, log: app.ports.log });
};
const countOf = async () => {
  const [counts] = await bench.app.rows(`
    select (select count(*) from sms_code) as codes, (select count(*) from sms_quota) as quotas, (select count(*) from sms_budget) as budgets,
      (select count(*) from login_guard) as guards, (select count(*) from login_history) as logins, (select count(*) from known_device) as devices`);
  return counts;
};

describe('R4.5 what is cleared away', () => {
  it('R4.5 nothing that still counts goes, and what counts no more does, but for a lock until ops', async () => {
    await bench.register('13900000001');
    const stranger = await bench.browser();
    await stranger.codeFor('13900000002', 'login');
    await stranger.login('13900000003', 'wrong');
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tries = 0; tries < 5; tries += 1) await stranger.login('13900000004', 'wrong');
      await bench.app.clock.advance({ minutes: 10, seconds: 1 });
    }
    await sweepAll();
    expect(await countOf()).toEqual({ codes: 0, quotas: 2, budgets: 2, guards: 2, logins: 17, devices: 1 });
    await bench.app.clock.advance({ hours: 26 });
    await sweepAll();
    expect(await countOf()).toMatchObject({ codes: 0, quotas: 0, guards: 1, logins: 1, devices: 1 });
    const later = await bench.browser();
    expect(await later.login('13900000004', 'wrong')).toMatchObject({ body: { errCode: 'OPS100021' } });
    await bench.app.clock.advance({ days: 366 });
    await sweepAll();
    expect(await countOf()).toEqual({ codes: 0, quotas: 0, budgets: 0, guards: 1, logins: 0, devices: 0 });
    expect((await (await bench.browser()).login('13900000001', strongPassword)).status).toBe(200);
  });
});
