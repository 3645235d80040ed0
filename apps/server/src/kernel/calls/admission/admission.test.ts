import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdmission } from '#kernel/calls/admission/admission';

const ticks = async (count: number) => {
  for (let at = 0; at < count; at += 1) await Promise.resolve();
};

afterEach(() => void vi.useRealTimers());

describe('R14.6 admission before the password hashes', () => {
  it('R14.6 without capacity a call is refused at once, and released capacity can be taken', () => {
    const admission = createAdmission({ inFlight: 1, queue: 2 });
    for (let at = 0; at < 3; at += 1) admission.enter();
    expect(() => admission.enter()).toThrow(expect.objectContaining({ code: 'OPSB0001', retryAfterSec: 1 }));
    admission.leave();
    expect(() => admission.enter()).not.toThrow();
  });

  it('R14.6 a call without capacity is refused after a pause, one with capacity does not wait', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 0 });
    expect(admission.checkCapacity()).toBeUndefined();
    admission.enter();
    await expect(admission.checkCapacity()).rejects.toMatchObject({ code: 'OPSB0001', retryAfterSec: 1 });
  });

  it('R14.6 never more than the permitted number run, in the order of arrival, and a failure releases the permit', async () => {
    const admission = createAdmission({ inFlight: 2, queue: 20 });
    let atWork = 0;
    let most = 0;
    const order: number[] = [];
    const run = (name: number) =>
      admission.work(async () => {
        atWork += 1;
        most = Math.max(most, atWork);
        order.push(name);
        await ticks(5);
        atWork -= 1;
        if (name % 3 === 0) throw new Error('on purpose');
      });
    const ended = await Promise.allSettled(Array.from({ length: 12 }, (_, name) => run(name)));
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 12 }, (_, name) => name));
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });

  it('R14.6 the queue of calls without a reservation is bounded too', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 1 });
    const gate = Promise.withResolvers<void>();
    const calls = Array.from({ length: 6 }, () => admission.work(() => gate.promise));
    await ticks(5);
    gate.resolve();
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  it('security 4.5 no call waits for more than two seconds, and one that gave up takes no permit', async () => {
    vi.useFakeTimers();
    const admission = createAdmission({ inFlight: 1, queue: 5 });
    const gate = Promise.withResolvers<string>();
    const first = admission.work(() => gate.promise);
    const late = expect(admission.work(async () => 'late')).rejects.toMatchObject({
      code: 'OPSB0001',
      retryAfterSec: 1,
    });
    await vi.advanceTimersByTimeAsync(1500);
    const second = admission.work(async () => 'second');
    await vi.advanceTimersByTimeAsync(600);
    await late;
    gate.resolve('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(await admission.work(async () => 'third')).toBe('third');
  });

  it('security 4.5 while the first call in the queue waits too long no other is admitted', async () => {
    vi.useFakeTimers();
    const admission = createAdmission({ inFlight: 1, queue: 5 });
    const gate = Promise.withResolvers<void>();
    const works = [admission.work(() => gate.promise), admission.work(() => gate.promise)];
    expect(admission.checkCapacity()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1100);
    const refused = expect(admission.checkCapacity()).rejects.toMatchObject({ code: 'OPSB0001' });
    await vi.advanceTimersByTimeAsync(50);
    await refused;
    expect(() => admission.enter()).toThrow(expect.objectContaining({ code: 'OPSB0001' }));
    gate.resolve();
    await Promise.all(works);
    expect(admission.checkCapacity()).toBeUndefined();
  });
});
