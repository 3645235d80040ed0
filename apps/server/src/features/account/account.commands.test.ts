import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCommands } from './account.commands.ts';
import { type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const unlock = async (mobile: string) =>
  accountCommands['unlock']?.run(fixture.app.ports, fixture.app.database, { words: [mobile], options: {} });
const logIn = async (mobile: string, pwd = strongPassword) => (await fixture.browser()).login(mobile, pwd);

describe('R4.5 the operator', () => {
  it('R4.5 lifts the lock of wrong passwords, and says so when there is none', async () => {
    const mobile = '13900000401';
    await fixture.register(mobile);
    for (let tried = 0; tried < 5; tried += 1) await logIn(mobile, `Not-The-Password-${tried}`);
    expect((await logIn(mobile)).body.errCode).toBe('OPS10003');
    expect(await unlock(mobile)).toMatchObject({ ok: true, text: '已解除锁定。' });
    expect((await logIn(mobile)).status).toBe(200);
    await fixture.app.rows('delete from login_guard');
    expect((await unlock(mobile))?.text).toContain('没有变动');
    expect(await unlock('123')).toMatchObject({ ok: false });
  });

  it('R4.5 lifts the third lock of a day, which does not end by itself', async () => {
    const mobile = '13900000402';
    await fixture.register(mobile);
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tried = 0; tried < 5; tried += 1) await logIn(mobile, `Not-The-Password-${tried}`);
      await fixture.app.clock.advance({ minutes: 11 });
    }
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    await unlock('+86 139 0000 0402');
    expect((await logIn(mobile)).status).toBe(200);
  });

  it('R4.5 lifts a lock by staff too, and says in the trail who it was', async () => {
    const mobile = '13900000403';
    await fixture.register(mobile);
    await fixture.app.rows("update user_account set status = 'locked' where mobile_masked = '139****0403'");
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    expect(await unlock(mobile)).toMatchObject({ ok: true });
    expect((await logIn(mobile)).status).toBe(200);
    const [event] = await fixture.app.rows(
      "select actor_kind, after from audit_event where event = 'ops.account.unlock' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({ actor_kind: 'operator', after: { mobile: '139****0403', opened: true } });
  });
});
