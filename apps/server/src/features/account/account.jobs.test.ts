import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';
import { accountJobs } from './account.jobs.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const sweepAll = async () => {
  const { app } = fixture;
  for (const job of accountJobs) await job.run({ database: app.database, ports: app.ports, log: app.ports.log });
};
const countOf = async () => {
  const [counts] = await fixture.app.rows(`
    select (select count(*) from sms_code) as codes, (select count(*) from sms_quota) as quotas, (select count(*) from sms_budget) as budgets,
      (select count(*) from login_guard) as guards, (select count(*) from login_history) as logins, (select count(*) from known_device) as devices`);
  return counts;
};

describe('R4.5 rows that are deleted', () => {
  it('R4.5 rows that still count stay, expired ones are deleted, a lock until ops stays', async () => {
    await fixture.register('13900000001');
    const visitor = await fixture.browser();
    await visitor.codeFor('13900000002', 'login');
    await visitor.login('13900000003', 'wrong');
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tries = 0; tries < 5; tries += 1) await visitor.login('13900000004', 'wrong');
      await fixture.app.clock.advance({ minutes: 10, seconds: 1 });
    }
    await sweepAll();
    expect(await countOf()).toEqual({ codes: 0, quotas: 2, budgets: 2, guards: 2, logins: 17, devices: 1 });
    await fixture.app.clock.advance({ hours: 26 });
    await sweepAll();
    expect(await countOf()).toMatchObject({ codes: 0, quotas: 0, guards: 1, logins: 1, devices: 1 });
    const later = await fixture.browser();
    expect(await later.login('13900000004', 'wrong')).toMatchObject({ body: { errCode: 'OPS100021' } });
    await fixture.app.clock.advance({ days: 366 });
    await sweepAll();
    expect(await countOf()).toEqual({ codes: 0, quotas: 0, budgets: 0, guards: 1, logins: 0, devices: 0 });
    expect((await (await fixture.browser()).login('13900000001', strongPassword)).status).toBe(200);
  });
});
