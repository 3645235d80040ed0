import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture } from '#features/account/account.fixture';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { demoAccounts, ensureDemoAccounts } from './demo-accounts.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const [{ mobile, password }, second] = demoAccounts;
/** Runs what every start runs. */
const start = (demo: boolean) => {
  const { database, ports } = fixture.app;
  return ensureDemoAccounts({ database, ports: { ...ports, config: { ...ports.config, demo } } });
};
const logIn = async (pwd: string = password) => (await fixture.browser()).login(mobile, pwd);
const accounts = () => fixture.app.rows('select user_id, password_hash, status from user_account order by user_id');
const statusOf = async (owner: string) => {
  const digest = fixture.app.ports.digests.of('mobile', owner);
  return (await fixture.app.rows('select status from user_account where mobile_digest = $1', [digest]))[0]?.['status'];
};

describe('R14.1 demonstration accounts', () => {
  it('R14.1 are not created while DEMO is off, and a person who owns such a number keeps their account', async () => {
    await start(false);
    expect(await accounts()).toHaveLength(0);
    await fixture.register(mobile);
    await start(false);
    expect(await statusOf(mobile)).toBe('active');
    await fixture.app.rows('update user_account set mobile_digest = sha256(mobile_digest)');
  });

  it('R14.1 are created once, and a second start leaves them unchanged', async () => {
    await start(true);
    const before = await accounts();
    expect(before).toHaveLength(3);
    await start(true);
    expect(await accounts()).toEqual(before);
  });

  it('security 4.10 are closed by a start with DEMO off: sessions end and the published password is refused', async () => {
    const browser = await fixture.browser();
    expect((await browser.login(mobile, password)).status).toBe(200);
    await start(false);
    await start(false);
    await browser.raw.start();
    expect((await browser.call('user.safety')).status).toBe(401);
    expect((await logIn()).body.errCode).toBe('OPS100021');
    expect(await statusOf(second.mobile)).toBe('locked');
    expect(await fixture.app.rows(`select 1 from audit_event where event = 'demo.account.lock'`)).toHaveLength(2);
  });

  it('security 4.10 are closed too when somebody changed the password in the demonstration', async () => {
    await start(true);
    const browser = await fixture.browser();
    await browser.login(mobile, password);
    const changed = await browser.call('portal.changePwd', { mobile, oldPwd: password, newPwd: 'Harbour-Blue-42' });
    expect(changed.status).toBe(200);
    await start(false);
    expect((await logIn('Harbour-Blue-42')).body.errCode).toBe('OPS100021');
  });

  it('R14.1 are opened again when DEMO is on again, unless staff locked them', async () => {
    await start(true);
    expect((await logIn('Harbour-Blue-42')).status).toBe(200);
    const reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
    const { userId } = (await reviewer.call('ops.account.find', { mobile })).body.data;
    const { version } = (await reviewer.call('ops.account.detail', { userId })).body.data;
    const stepTicket = await stepTicketOf(reviewer);
    const lock = { userId, version, reason: '演示被滥用', stepTicket, idempotencyKey: stepTicket };
    expect((await reviewer.call('ops.account.lock', lock)).status).toBe(200);
    await start(false);
    await start(true);
    expect(await statusOf(mobile)).toBe('locked');
    expect(await statusOf(second.mobile)).toBe('active');
  });
});
