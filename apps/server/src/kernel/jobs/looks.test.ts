import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLooks } from '#kernel/jobs/looks';
import { gate } from '#kernel/jobs/sent-jobs.fixture';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** A look that a test lets end, and how many have begun. */
const watched = () => {
  const gates: ReturnType<typeof gate>[] = [];
  const look = (): Promise<void> => {
    const own = gate();
    gates.push(own);
    return own.passed;
  };
  return { look, gates };
};
const fail = (error: unknown): void => {
  throw error;
};

describe('R14.6 the looks of a worker', () => {
  test('R14.6 one that fails, as without the database, is reported, and the next follows after five seconds', async () => {
    const failures: unknown[] = [];
    let isBack = false;
    let found = 0;
    const look = async (): Promise<void> => {
      if (!isBack) throw new Error('no database');
      found += 1;
    };
    const looks = createLooks(look, (error) => failures.push(error));
    looks.start();
    await expect.poll(() => failures.length).toBe(1);
    vi.advanceTimersByTime(5000);
    await expect.poll(() => failures.length).toBe(2);
    isBack = true;
    vi.advanceTimersByTime(5000);
    await expect.poll(() => found).toBe(1);
    await expect(looks.stop()).resolves.toBeUndefined();
  });

  test('house 5 never two at once; any number that are asked for meanwhile are one more', async () => {
    const { look, gates } = watched();
    const looks = createLooks(look, fail);
    const asked = [looks.now(), looks.now(), looks.now()];
    expect(gates).toHaveLength(1);
    gates[0]?.open();
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.open();
    await Promise.all(asked);
    expect(gates).toHaveLength(2);
    const last = looks.now();
    expect(gates).toHaveLength(3);
    gates[2]?.open();
    await last;
  });

  test('R14.6 a worker that was not started is not woken, one that has stopped looks no more, and its last look is awaited', async () => {
    const { look, gates } = watched();
    const looks = createLooks(look, fail);
    looks.wake();
    expect(gates).toHaveLength(0);
    looks.start();
    looks.wake();
    let isStopped = false;
    const stopping = looks.stop().then(() => {
      isStopped = true;
    });
    looks.wake();
    vi.advanceTimersByTime(60_000);
    expect([gates.length, isStopped]).toEqual([1, false]);
    gates[0]?.open();
    await stopping;
    expect(gates).toHaveLength(1);
  });
});
