import { execFile } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAdmission, passwordAdmission } from '#kernel/calls/admission/admission';
import { createHashing, type Hashing } from '#kernel/secrets/hashing';
import { createPasswords } from '#kernel/secrets/passwords';

const hashing = createHashing(1);
afterAll(() => hashing.close());

/** Takes as long as so many rounds, and is nobody's. */
const longStored = (rounds: number): string =>
  `$argon2id$v=19$m=19456,t=${rounds},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

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
    const key = createSecretKey(randomBytes(32));
    const peppers = { current: { generation: 1, key }, find: () => key };
    const cheap = createHashing(1, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const passwordsOf = (one: Hashing) => createPasswords(peppers, createAdmission(passwordAdmission), one);
    const stored = await passwordsOf(cheap).hash('Harbour-Blue-42');
    await cheap.close();
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    const passwords = passwordsOf(hashing);
    expect(await passwords.verify(stored, 'Harbour-Blue-42')).toBe(true);
    expect(passwords.isStale(stored)).toBe(true);
    expect(passwords.isStale(await passwords.hash('Harbour-Blue-42'))).toBe(false);
  });

  it('R14.6 who waits when the thread ends hears of it', async () => {
    const other = createHashing(1);
    const waiting = other.hash('Harbour-Blue-42');
    const [heard] = await Promise.allSettled([waiting, other.close()]);
    expect(heard.status).toBe('rejected');
    await expect(other.hash('Harbour-Blue-42')).rejects.toThrow();
  });

  it('R14.6 a thread that gets nowhere does not hold up the next task: another takes it', async () => {
    const other = createHashing(1);
    onTestFinished(() => other.close());
    const stored = await hashing.hash('Harbour-Blue-42');
    const ended: string[] = [];
    const noted = async (name: string, task: Promise<boolean>): Promise<boolean> => {
      const found = await task;
      ended.push(name);
      return found;
    };
    const found = await Promise.all([
      noted('long', other.verify(longStored(200), 'Harbour-Blue-42')),
      noted('right', other.verify(stored, 'Harbour-Blue-42')),
      noted('wrong', other.verify(stored, 'Harbour-Blue-43')),
    ]);
    expect(found).toEqual([false, true, false]);
    expect(ended).toEqual(['right', 'wrong', 'long']);
  });

  it('R14.6 a process lives while something waits, whichever thread has it, and ends by itself once nothing does', async () => {
    // The last of them is taken by the other thread after the first has been given all, and ends after it.
    const script = `
      import { createHashing } from '#kernel/secrets/hashing';
      const hashing = createHashing(1);
      const tasks = ['${longStored(60)}', '${longStored(120)}'].map((stored) => hashing.verify(stored, 'x'));
      console.log((await Promise.all([...tasks, hashing.hash('y')])).length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], {
      cwd: join(import.meta.dirname, '../../..'),
    });
    expect(stdout).toBe('3\n');
  });
});
