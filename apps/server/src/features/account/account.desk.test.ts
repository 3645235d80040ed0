import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safetyDesk } from '#features/safety/safety.desk';
import { accountDesk } from './account.desk.ts';
import { type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const desk = async (verb: string, mobile: string, options = {}) =>
  accountDesk[verb]?.run(fixture.app.ports, fixture.app.database, { words: [mobile], options });
const logIn = async (mobile: string, pwd = strongPassword) => (await fixture.browser()).login(mobile, pwd);

describe('R4.5 the desk', () => {
  it('R4.5 lifts the lock of wrong passwords, and says so when there is none', async () => {
    const mobile = '13900000401';
    await fixture.register(mobile);
    for (let tried = 0; tried < 5; tried += 1) await logIn(mobile, `Not-The-Password-${tried}`);
    expect((await logIn(mobile)).body.errCode).toBe('OPS10003');
    expect(await desk('unlock', mobile)).toMatchObject({ ok: true, text: '已解除锁定。' });
    expect((await logIn(mobile)).status).toBe(200);
    await fixture.app.rows('delete from login_guard');
    expect((await desk('unlock', mobile))?.text).toContain('没有变动');
  });

  it('R4.5 lifts the third lock of a day, which does not end by itself', async () => {
    const mobile = '13900000402';
    await fixture.register(mobile);
    for (let lock = 0; lock < 3; lock += 1) {
      for (let tried = 0; tried < 5; tried += 1) await logIn(mobile, `Not-The-Password-${tried}`);
      await fixture.app.clock.advance({ minutes: 11 });
    }
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    await desk('unlock', '+86 139 0000 0402');
    expect((await logIn(mobile)).status).toBe(200);
  });

  it('R4.4 locks an account: its sessions end at once, only a right password learns of the lock; audited, and lifted again', async () => {
    const mobile = '13900000403';
    const browser = await fixture.register(mobile);
    expect(await desk('lock', mobile)).toMatchObject({ ok: false });
    expect(await desk('lock', mobile, { reason: '疑似盗用' })).toMatchObject({ ok: true });
    expect((await desk('lock', mobile, { reason: '疑似盗用' }))?.text).toContain('没有变动');
    await browser.raw.start();
    expect((await browser.call('user.safety')).status).toBe(401);
    expect((await logIn(mobile)).body.errCode).toBe('OPS100021');
    expect((await logIn(mobile, 'Not-The-Password-1')).body.errCode).toBe('OPS10001');
    await desk('unlock', mobile);
    expect((await logIn(mobile)).status).toBe(200);
    const events = await fixture.app.rows(
      `select event from audit_event where event like 'ops.account.%' order by event_id desc limit 2`,
    );
    expect(events).toEqual([{ event: 'ops.account.unlock' }, { event: 'ops.account.lock' }]);
    expect(await desk('unlock', '123')).toMatchObject({ ok: false });
    expect(await desk('lock', '13900000499', { reason: 'x' })).toMatchObject({ ok: false });
  });

  it('R10.9 gives an account another mobile where the former is lost: sessions end, the owner is notified, audited', async () => {
    const [former, next, taken] = ['13900000404', '13900000405', '13900000406'];
    const browser = await fixture.register(former);
    await fixture.register(taken);
    const change = (words: string[], options: Record<string, string> = { reason: '原号停用，已视频核实' }) =>
      safetyDesk['change-mobile']?.run(fixture.app.ports, fixture.app.database, { words, options });
    expect(await change([former, next], {})).toMatchObject({ ok: false });
    expect(await change([former, '1'])).toMatchObject({ ok: false });
    expect((await change([former, taken]))?.text).toBe('新手机号已有账号。');
    expect((await change(['13900000499', next]))?.ok).toBe(false);
    expect(await change([former, next])).toMatchObject({ ok: true, text: expect.stringContaining('139****0405') });
    expect((await browser.call('user.safety')).status).not.toBe(200);
    expect((await logIn(former)).body.errCode).toBe('OPS10001');
    const later = await fixture.browser();
    expect((await later.login(next, strongPassword)).status).toBe(200);
    const { body } = await later.call('notice.page', { kind: 'security' });
    expect(body.data.items).toContainEqual(expect.objectContaining({ title: '手机号已由平台变更' }));
    expect(await fixture.app.rows(`select 1 from audit_event where event = 'ops.account.changeMobile'`)).toHaveLength(
      1,
    );
  });
});
