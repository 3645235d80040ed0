import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { openPostgresFastState } from '#adapters/fast-state/postgres-fast-state';
import { createClock } from '#kernel/setup/clock';
import { createClockCorrections } from '#kernel/setup/clock-correction';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ extra: sample });
});
afterEach(() => app.close());

const mobile = '13300000001';
const digest = () => app.ports.digests.of('mobile', mobile);

/** Stores what a clock that was five hours ahead would have stored. */
const storeAhead = async () => {
  await app.rows(
    `insert into login_guard (mobile_digest, device_digest, tried_at, locked_until, locked_at)
     values ($1, '', array[app_now() + interval '5 hours'], app_now() + interval '310 minutes', array[app_now() + interval '5 hours'])`,
    [digest()],
  );
  await app.rows(
    `insert into staff_guard (subject_digest, tried_at, locked_until, locked_at)
     values ($1, array[app_now() + interval '5 hours'], app_now() + interval '310 minutes', array[app_now() + interval '5 hours'])`,
    [digest()],
  );
  await app.rows("insert into sms_quota (mobile_digest, sent_at) values ($1, array[app_now() + interval '5 hours'])", [
    digest(),
  ]);
  await app.rows(
    `insert into sms_code (mobile_digest, scene, session_id, code_id, code_digest, tries, expires_at)
     values ($1, 'login', 's', 'c', $1, 0, app_now() + interval '305 minutes')`,
    [digest()],
  );
};

const restored = async () => {
  const [row] = await app.rows(`
    select (select locked_until <= app_now() + interval '10 minutes' and tried_at[1] <= app_now() and locked_at[1] <= app_now() from login_guard) as login,
      (select locked_until <= app_now() + interval '10 minutes' and tried_at[1] <= app_now() and locked_at[1] <= app_now() from staff_guard) as staff,
      (select sent_at[1] <= app_now() from sms_quota) as pause,
      (select expires_at <= app_now() + interval '5 minutes' from sms_code) as code`);
  return row;
};

describe('R4.5 a clock that is set back', () => {
  test('R4.5 locks, codes and pauses that are stored end after their own length from now', async () => {
    await storeAhead();
    expect(await restored()).toEqual({ login: false, staff: false, pause: false, code: false });
    await app.app.clockCorrections.correct();
    expect(await restored()).toEqual({ login: true, staff: true, pause: true, code: true });
  });

  test('R4.5 that the clock was set back is noticed by itself, logged, and corrected once; a clock that runs on is left alone', async () => {
    const clock = createClock();
    const [correct, warn] = [vi.fn(async () => undefined), vi.fn()];
    const corrections = createClockCorrections({
      database: app.database,
      clock,
      limits: app.ports.limits,
      log: { ...app.ports.log, warn },
      corrections: [correct],
      forget: () => undefined,
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      corrections.start();
      await vi.waitFor(() => expect(correct).toHaveBeenCalledTimes(1));
      await vi.advanceTimersByTimeAsync(3000);
      expect(correct).toHaveBeenCalledTimes(1);
      clock.moveTo(-3_600_000);
      await vi.advanceTimersByTimeAsync(1000);
      await vi.waitFor(() => expect(correct).toHaveBeenCalledTimes(2));
      await vi.advanceTimersByTimeAsync(3000);
      expect(correct).toHaveBeenCalledTimes(2);
      expect(warn).toHaveBeenCalledTimes(1);
      expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: 'clockSetBack' }));
    } finally {
      corrections.stop();
      vi.useRealTimers();
    }
  });

  test('R4.4 a session ends after its hours, and idle after its minutes, from now', async () => {
    await app.clock.advance({ hours: 50 });
    const [idle, busy] = [await app.open(), await app.open()];
    for (const [userId, browser] of [
      ['idle', idle],
      ['busy', busy],
    ] as const)
      await browser.call('sample.enter', { userId, tenantId: 't', role: 'owner' });
    await app.clock.advance({ hours: -50 });
    await app.app.clockCorrections.correct();
    const isIn = async (browser: typeof idle) => (await browser.call('sample.own')).status === 200;
    expect([await isIn(idle), await isIn(busy)]).toEqual([true, true]);
    for (let n = 0; n < 2; n += 1) {
      await app.clock.advance({ minutes: 20 });
      expect(await isIn(busy)).toBe(true);
    }
    expect(await isIn(idle)).toBe(false);
    const [row] = await app.rows("select max(expires_at) <= app_now() + interval '12 hours' as capped from session");
    expect(row).toEqual({ capped: true });
  });

  test('R5.3 running 1.4 so does what PostgreSQL keeps of it', async () => {
    const fast = await openPostgresFastState(app.database, createClock());
    await app.clock.advance({ hours: 5 });
    await fast.put('code', 'x', 120_000);
    await fast.put('other', 'y', 120_000);
    await app.clock.advance({ hours: -5 });
    await app.app.clockCorrections.correct();
    expect(await fast.takeOnce('other')).toBe('y');
    await app.clock.advance({ seconds: 122 });
    expect(await fast.takeOnce('code')).toBeNull();
  });

  test('R5.3 what the fast state keeps ends after its own length from now', async () => {
    const clock = createClock();
    const fast = createMemoryFastState(clock);
    clock.moveTo(5 * 3_600_000);
    await fast.put('code', 'x', 120_000);
    await fast.put('other', 'y', 120_000);
    clock.moveTo(0);
    expect(await fast.takeOnce('other')).toBe('y');
    clock.moveTo(121_000);
    expect(await fast.takeOnce('code')).toBeNull();
  });
});
