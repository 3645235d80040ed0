import { createHmac, type KeyObject } from 'node:crypto';
import type { Admission } from '#kernel/calls/admission/admission';
import type { Passwords } from '#kernel/ports';
import type { Hashing } from '#kernel/secrets/hashing';

/** Password hashing behind the admission semaphore: the pepper first, then argon2id, off the event loop. */
export const createPasswords = (pepper: KeyObject, admission: Admission, hashing: Hashing): Passwords => {
  // As text, because the library's verify refuses bytes that are not UTF-8.
  const peppered = (password: string): string =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64url');
  let nothing: Promise<string> | null = null;

  return {
    hash: (password) => admission.work(() => hashing.hash(peppered(password))),
    verify: (stored, password) => admission.work(() => hashing.verify(stored, peppered(password))),
    async verifyNothing(password) {
      // The hash of a text that nobody can type, computed once.
      nothing ??= hashing.hash(peppered(String.fromCharCode(0).repeat(80)));
      const stored = await nothing;
      await admission.work(() => hashing.verify(stored, peppered(password)));
      return false;
    },
    isStale: (stored) => !stored.startsWith(hashing.prefix),
  };
};
