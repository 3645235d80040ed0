import { createHmac, type KeyObject } from 'node:crypto';
import type { Admission } from '#kernel/calls/admission/admission';
import type { Passwords } from '#kernel/ports';
import type { KeysOf } from '#kernel/secrets/data-keys/key-ring';
import { generationOf, pepperMark } from '#kernel/secrets/data-keys/pepper-mark';
import type { Hashing } from '#kernel/secrets/hashing';

/** As text, because the library's verify refuses bytes that are not UTF-8. */
const peppered = (pepper: KeyObject, password: string): string =>
  createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64url');

/**
 * Password hashing behind the admission semaphore: the pepper first, then argon2id, off the event loop. A hash names the generation of its pepper; one
 * whose pepper was dropped is no password's, and takes as long to find that out.
 *
 * @throws Error at a hash of a pepper after the one in force that this process does not know
 * @source security 4.5, running 5.4
 */
export const createPasswords = (peppers: KeysOf, admission: Admission, hashing: Hashing): Passwords => {
  const prefixOf = (generation: number): string => `${hashing.prefix.slice(0, -1)}${pepperMark(generation)}`;
  let nothing: Promise<string> | null = null;

  const verifyNothing = async (password: string): Promise<false> => {
    const { key } = peppers.current;
    // The hash of a text that nobody can type, computed once.
    nothing ??= hashing.hash(peppered(key, String.fromCharCode(0).repeat(80)));
    const stored = await nothing;
    await admission.work(() => hashing.verify(stored, peppered(key, password)));
    return false;
  };

  return {
    hash: (password) =>
      admission.work(async () => {
        const { generation, key } = peppers.current;
        const hash = await hashing.hash(peppered(key, password));
        return hash.replace(hashing.prefix, () => prefixOf(generation));
      }),
    async verify(stored, password) {
      const generation = generationOf(stored);
      const key = peppers.find(generation);
      // Not a wrong password: this process has not read the key yet, or its row is lost.
      if (key === undefined && !(generation <= peppers.current.generation))
        throw new Error(`a stored hash names pepper ${generation}, which was not read`);
      if (key === undefined) return verifyNothing(password);
      const hash = stored.replace(pepperMark(generation), () => pepperMark(1));
      return admission.work(() => hashing.verify(hash, peppered(key, password)));
    },
    verifyNothing,
    isStale(stored) {
      const generation = generationOf(stored);
      return generation < peppers.current.generation || !stored.startsWith(prefixOf(generation));
    },
  };
};
