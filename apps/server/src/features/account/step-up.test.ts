import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendTicket } from '#kernel/calls/sessions/tickets';
import { type AccountBrowser, type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const prove = (browser: AccountBrowser, pwd: string) =>
  browser.callWithRetry('user.verifyCode', { scene: 'stepUp', pwd });
const sessionOf = async ({ raw }: AccountBrowser): Promise<string> => {
  const [row] = await fixture.app.rows("select session_id from session where key_id = split_part($1, '.', 1)", [
    raw.keyId,
  ]);
  return String(row?.['session_id']);
};
const spend = (sessionId: string, ticket: string) =>
  spendTicket(fixture.app.ports, { purpose: 'step', sessionId }, ticket);

describe('R10.9 a fresh proof before dangerous steps', () => {
  it('R10.9 a right password gives a ticket that can be used once, in this session only', async () => {
    const [one, other] = [await fixture.register('13900000101'), await fixture.register('13900000102')];
    const reply = await prove(one, strongPassword);
    expect(reply).toMatchObject({ status: 200, body: { data: { expiresIn: 300 } } });
    const { stepTicket } = reply.body.data;
    expect(await spend(await sessionOf(other), stepTicket)).toBe(false);
    const sessionId = await sessionOf(one);
    expect(await spend(sessionId, stepTicket)).toBe(true);
    expect(await spend(sessionId, stepTicket)).toBe(false);
  });

  it('R10.9 a ticket expires after five minutes, and does not replace the ticket of an image code', async () => {
    const browser = await fixture.register('13900000103');
    const { stepTicket } = (await prove(browser, strongPassword)).body.data;
    const sessionId = await sessionOf(browser);
    expect(await spendTicket(fixture.app.ports, { purpose: 'imageCode', sessionId }, stepTicket)).toBe(false);
    await fixture.app.clock.advance({ minutes: 5, seconds: 1 });
    expect(await spend(sessionId, stepTicket)).toBe(false);
  });

  it('R8.6 a wrong password is OPS01006, an empty one OPS100011', async () => {
    const browser = await fixture.register('13900000104');
    expect(await prove(browser, 'Not-The-Password-1')).toMatchObject({ status: 400, body: { errCode: 'OPS01006' } });
    expect(await prove(browser, '')).toMatchObject({ status: 400, body: { errCode: 'OPS100011' } });
  });

  it('R4.5 wrong proofs count towards the lock, and a locked account refuses a right one too', async () => {
    const browser = await fixture.register('13900000105');
    for (let tried = 0; tried < 5; tried += 1) await prove(browser, `Not-The-Password-${tried}`);
    const locked = await prove(browser, strongPassword);
    expect(locked).toMatchObject({ status: 400, body: { errCode: 'OPS10003' } });
    expect(locked.body.data.retryAfter).toBeGreaterThan(500);
  });

  it('R4.5 the third lock in a day is lifted only by the platform, and a right password gets that answer', async () => {
    const mobile = '13900000106';
    const browser = await fixture.register(mobile);
    for (let lock = 0; lock < 3; lock += 1) {
      await fixture.app.clock.advance({ minutes: 10, seconds: 1 });
      for (let tried = 0; tried < 5; tried += 1) await prove(browser, `Not-The-Password-${tried}`);
    }
    expect(await prove(browser, strongPassword)).toMatchObject({ status: 400, body: { errCode: 'OPS100021' } });
  });

  it.each([
    ['cancelled', 'OPS100012', '13900000107'],
    ['locked', 'OPS100021', '13900000108'],
  ] as const)(
    'R8.6 an account that is %s while its password is verified gets %s and no ticket',
    async (status, errCode, mobile) => {
      const browser = await fixture.register(mobile);
      const reply = await fixture.whileStatusBecomes(status, mobile, () => prove(browser, strongPassword));
      expect(reply).toMatchObject({ status: 400, body: { errCode } });
      expect(reply.body.data?.stepTicket).toBeUndefined();
    },
  );

  it('R4.3 a visitor is refused', async () => {
    const visitor = await fixture.browser();
    expect(await prove(visitor, strongPassword)).toMatchObject({ status: 401 });
  });
});
