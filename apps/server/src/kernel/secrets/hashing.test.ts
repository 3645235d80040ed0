import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createAdmission, passwordAdmission } from '#kernel/calls/admission/admission';
import { createHashing, type Hashing, type Thread } from '#kernel/secrets/hashing';
import { HashingThread } from '#kernel/secrets/hashing-worker';
import { createPasswords } from '#kernel/secrets/passwords';

const hashing = createHashing(1);
afterAll(() => hashing.close());

const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** A thread that begins its first task and gets no time for it. */
const stuck =
  (asked: string[]): Thread['run'] =>
  (task) => {
    if (asked.push(task.text) === 1) Atomics.store(task.begun, 0, 1);
    return new Promise(() => undefined);
  };

describe('R4.5 hashing', () => {
  it('R4.5 what was hashed is verified, in the parameters of security 4.5, and nothing else is', async () => {
    const stored = await hashing.hash('Harbour-Blue-42');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashing.verify(stored, 'Harbour-Blue-42')).toBe(true);
    expect(await hashing.verify(stored, 'Harbour-Blue-43')).toBe(false);
  });

  it('R4.5 what is stored and no hash is an error of that one call', async () => {
    const stored = await hashing.hash('Harbour-Blue-42');
    const [broken, whole] = await Promise.allSettled([
      hashing.verify('no hash', 'Harbour-Blue-42'),
      hashing.verify(stored, 'Harbour-Blue-42'),
    ]);
    expect(broken.status).toBe('rejected');
    expect(whole).toMatchObject({ status: 'fulfilled', value: true });
  });

  it('R4.4 a hash of other parameters is verified, and known to be stale', async () => {
    const pepper = createSecretKey(randomBytes(32));
    const cheap = createHashing(1, leastCost);
    const passwordsOf = (one: Hashing) => createPasswords(pepper, createAdmission(passwordAdmission), one);
    const stored = await passwordsOf(cheap).hash('Harbour-Blue-42');
    await cheap.close();
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    const passwords = passwordsOf(hashing);
    expect(await passwords.verify(stored, 'Harbour-Blue-42')).toBe(true);
    expect(passwords.isStale(stored)).toBe(true);
    expect(passwords.isStale(await passwords.hash('Harbour-Blue-42'))).toBe(false);
  });

  it('R14.6 security 4.5 where a thread behind the event loop gets nothing, tasks are done by one that is its equal', async () => {
    const asked: string[] = [];
    const kept = createHashing(1, leastCost, (cost, priority): Thread => {
      const thread = new HashingThread(cost, priority);
      return priority === 'equal'
        ? { isGone: false, length: 0, run: (task) => thread.run(task), close: () => thread.close() }
        : // The one in hand takes for ever, and the rest waits for it.
          { isGone: false, length: 1, close: () => thread.close(), run: stuck(asked) };
    });
    const first = kept.hash('Harbour-Blue-42').then(() => 'done');
    const others = await Promise.all(['a', 'b', 'c', 'd'].map((text) => kept.hash(`Harbour-Blue-${text}`)));
    for (const one of others) expect(one).toMatch(/^\$argon2id\$/);
    expect(asked).toHaveLength(5);
    // It has begun, so nobody else does it.
    expect(await Promise.race([first, Promise.resolve('waits')])).toBe('waits');
    await kept.close();
  });

  it('R4.5 a task that several threads were given is done by one', async () => {
    const thread = new HashingThread(leastCost, 'equal');
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const task = { stored: null, text: 'Harbour-Blue-42', begun };
    const [one, other] = await Promise.all([thread.run(task), thread.run(task)]);
    expect([one?.value, other]).toEqual([expect.stringMatching(/^\$argon2id\$/), null]);
    await thread.close();
  });

  it('R14.6 who waits when the thread ends hears of it', async () => {
    const other = createHashing(1);
    const waiting = other.hash('Harbour-Blue-42');
    const [heard] = await Promise.allSettled([waiting, other.close()]);
    expect(heard.status).toBe('rejected');
    await expect(other.hash('Harbour-Blue-42')).rejects.toThrow();
  });
});
