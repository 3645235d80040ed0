import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import { type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

let fixture: AccountFixture;
let other: Awaited<ReturnType<TestApp['again']>>;
beforeAll(async () => {
  // Each try sets the lock in advance.
  fixture = await openAccountFixture({ limits: { loginTries: 1 }, env: { SHARED_STATE: 'postgres' } });
  other = await fixture.app.again();
});
afterAll(async () => {
  await other.close();
  await fixture.close();
});

/** A visitor of the other node. */
const there = async () => {
  const browser = other.browser();
  await browser.start();
  return browser;
};

it('running 1.6 R4.5 a right password waits for one that another node verifies, and neither is locked out', async () => {
  const mobile = '13200000041';
  await fixture.register(mobile);
  const [here, elsewhere] = [await fixture.browser(), await there()];
  const before = fixture.verifies();
  const release = fixture.holdNextVerify();
  const first = here.login(mobile, strongPassword);
  await fixture.untilVerifies(before + 1);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const second = elsewhere.call('portal.login', { mobile, pwd: strongPassword });
  // It has met the lock, and looks after the try that set it.
  const looks = () =>
    query.mock.calls.filter((call) => JSON.stringify(call[0] ?? '').includes('from unfinished_try where'));
  await expect.poll(() => looks().length).toBeGreaterThan(1);
  query.mockRestore();
  release();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  await expect.poll(() => fixture.app.rows('select 1 from unfinished_try')).toEqual([]);
});

it('running 1.6 R4.5 a wrong password locks on every node, and a node that died keeps nobody waiting', async () => {
  const mobile = '13200000042';
  await fixture.register(mobile);
  const [here, elsewhere] = [await fixture.browser(), await there()];
  expect(await here.login(mobile, 'wrong')).toMatchObject({ status: 400, body: { errCode: 'OPS10001' } });
  const refused = { status: 400, body: { errCode: 'OPS10003' } };
  expect(await elsewhere.call('portal.login', { mobile, pwd: strongPassword })).toMatchObject(refused);
  // What a node that was killed between the try and its end leaves.
  await fixture.app.rows(
    "insert into unfinished_try (subject, ends_at) values ('of the dead', app_now() - interval '2 hours')",
  );
  await fixture.register('13200000043');
  expect(await here.login('13200000043', 'wrong')).toMatchObject({ status: 400, body: { errCode: 'OPS10001' } });
  await expect.poll(() => fixture.app.rows('select 1 from unfinished_try')).toEqual([]);
});
