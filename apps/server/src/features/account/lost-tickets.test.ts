import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBrowser } from '#kernel/testing/test-client';
import { type AccountBrowser, type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
let other: Awaited<ReturnType<AccountFixture['app']['again']>>;
beforeAll(async () => {
  fixture = await openAccountFixture();
  other = await fixture.app.again();
});
afterAll(async () => {
  await other.close();
  await fixture.app.close();
});

/** The same browser before the next process, which has the sessions and nothing of the fast state. */
const afterRestart = async ({ raw }: AccountBrowser): Promise<TestBrowser> => {
  const same = other.browser();
  for (const [name, value] of raw.cookies) same.cookies.set(name, value);
  await same.start();
  return same;
};

describe('R7.4 a ticket that died with its process', () => {
  it('R7.4 R10.9 of a proof is asked for again, and the step is taken with the next one', async () => {
    const browser = await fixture.register('13900000281');
    const proved = await browser.callWithRetry('user.verifyCode', { scene: 'stepUp', pwd: strongPassword });
    const { stepTicket } = proved.body.data;
    const same = await afterRestart(browser);
    const lost = await same.call('user.setNewDeviceProof', { on: true, stepTicket });
    expect(lost).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    expect((await same.call('user.safety')).body.data.newDeviceProof).toBe(false);
    const again = await same.call('user.verifyCode', { scene: 'stepUp', pwd: strongPassword });
    const step = { on: true, stepTicket: again.body.data.stepTicket };
    expect((await same.call('user.setNewDeviceProof', step)).status).toBe(200);
  });

  it('R7.4 R5.3 of an image code is a wrong code, so that another picture is shown; no message is sent for it', async () => {
    const mobile = '13900000282';
    const browser = await fixture.browser();
    const imageTicket = await browser.imageTicket();
    const same = await afterRestart(browser);
    const lost = await same.call('portal.sendSmsCode', { mobile, scene: 'register', imageTicket });
    expect(lost.body.errCode).toBe('OPS10004');
    expect((await fixture.app.sent('sms')).filter((message) => message['mobile'] === mobile)).toEqual([]);
    const { imageId } = (await same.call('user.generateImageCode')).body.data;
    const { body } = await same.call('user.verifyImageCode', { imageId, code: 'abcd' });
    const next = { mobile, scene: 'register', imageTicket: body.data.imageTicket };
    expect((await same.call('portal.sendSmsCode', next)).status).toBe(200);
  });
});
