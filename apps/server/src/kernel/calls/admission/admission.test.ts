import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdmission } from '#kernel/calls/admission/admission';

const ticks = async (count: number) => {
  for (let at = 0; at < count; at += 1) await Promise.resolve();
};

afterEach(() => void vi.useRealTimers());

describe('R14.6 places before the password hashes', () => {
  it('R14.6 a full house refuses at once, and a place that is given back can be taken', () => {
    const admission = createAdmission({ inFlight: 1, queue: 2 });
    for (let at = 0; at < 3; at += 1) admission.enter();
    expect(() => admission.enter()).toThrow(expect.objectContaining({ code: 'OPSB0001', retryAfterSec: 1 }));
    admission.leave();
    expect(() => admission.enter()).not.toThrow();
  });

  it('R14.6 a call that finds no place is refused after a moment, one that finds a place does not wait', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 0 });
    expect(admission.expectPlace()).toBeUndefined();
    admission.enter();
    await expect(admission.expectPlace()).rejects.toMatchObject({ code: 'OPSB0001', retryAfterSec: 1 });
  });

  it('R14.6 never more than its number are at work, in the order they came, and a failure passes the permit on', async () => {
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

  it('R14.6 the line of those without a place is bounded too', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 1 });
    const gate = Promise.withResolvers<void>();
    const calls = Array.from({ length: 6 }, () => admission.work(() => gate.promise));
    await ticks(5);
    gate.resolve();
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  it('security 4.5 nobody waits for more than two seconds, and who gave up takes nobody’s turn', async () => {
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

  it('security 4.5 while the first in line waits for too long nobody else is let in', async () => {
    vi.useFakeTimers();
    const admission = createAdmission({ inFlight: 1, queue: 5 });
    const gate = Promise.withResolvers<void>();
    const works = [admission.work(() => gate.promise), admission.work(() => gate.promise)];
    expect(admission.expectPlace()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1100);
    const refused = expect(admission.expectPlace()).rejects.toMatchObject({ code: 'OPSB0001' });
    await vi.advanceTimersByTimeAsync(50);
    await refused;
    expect(() => admission.enter()).toThrow(expect.objectContaining({ code: 'OPSB0001' }));
    gate.resolve();
    await Promise.all(works);
    expect(admission.expectPlace()).toBeUndefined();
  });
});
