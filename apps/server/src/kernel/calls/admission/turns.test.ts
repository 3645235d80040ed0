import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns, type TurnsSize } from './turns.ts';

const turnsOf = (size: Partial<TurnsSize<string>> = {}) =>
  createTurns({ places: ['one', 'other'], perOwner: 3, inAll: 5, maxWaitMs: 60_000, ...size });

/** Works that end one by one, when the test says so; notes whose turn it was. */
const createWorks = (turns: ReturnType<typeof turnsOf>) => {
  const began: string[] = [];
  const gates: (() => void)[] = [];
  const add = (owner: string): Promise<void> =>
    turns.work(owner, async () => {
      began.push(owner);
      const gate = Promise.withResolvers<void>();
      gates.push(gate.resolve);
      await gate.promise;
    });
  const endOne = async (): Promise<void> => {
    await setImmediate();
    gates.shift()?.();
    await setImmediate();
  };
  return { began, add, endOne };
};

describe('security 4.14 the turns of owners', () => {
  it('security 4.14 an owner has one place at most, and those who wait take turns', async () => {
    const { began, add, endOne } = createWorks(turnsOf({ perOwner: 4, inAll: 20 }));
    const all = ['a', 'a', 'a', 'b', 'b', 'c'].map(add);
    await endOne();
    expect(began).toEqual(['a', 'b', 'c']);
    for (let n = 0; n < 6; n += 1) await endOne();
    await Promise.all(all);
    expect(began).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('security 4.14 a full queue of one owner, and of all, is a 503 with the time to wait', async () => {
    const { add, endOne } = createWorks(turnsOf());
    const overloaded = { code: 'OPSB0001', retryAfterSec: 1 };
    const all = ['a', 'a', 'a', 'a'].map(add);
    await expect(add('a')).rejects.toMatchObject(overloaded);
    all.push(add('b'), add('b'), add('b'));
    await expect(add('c')).rejects.toMatchObject(overloaded);
    for (let n = 0; n < 8; n += 1) await endOne();
    await Promise.all(all);
  });

  it('security 4.14 who waits too long gets a 503, and leaves no trace in the queue', async () => {
    const turns = turnsOf({ maxWaitMs: 20 });
    const { add, endOne } = createWorks(turns);
    const first = add('a');
    await expect(add('a')).rejects.toMatchObject({ code: 'OPSB0001' });
    await endOne();
    await first;
    expect(await turns.work('a', async () => 'done')).toBe('done');
  });

  it('security 4.14 work that fails gives its place back', async () => {
    const turns = turnsOf({ places: ['one'] });
    await expect(turns.work('a', () => Promise.reject(new Error('store')))).rejects.toThrow('store');
    expect(await turns.work('b', async () => 'done')).toBe('done');
  });
});
