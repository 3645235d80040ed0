import { createHmac, type KeyObject } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { Admission } from '#kernel/admission';
import type { Passwords } from '#kernel/ports';

/** As security 4.5 sets it; argon2id is the library's own choice. @unit memory in KiB */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** Hashing behind the admission's permits: the pepper first, then argon2id, off the event loop. */
export const createPasswords = (pepper: KeyObject, admission: Admission): Passwords => {
  // As text: the library's verify refuses bytes that are no UTF-8.
  const peppered = (password: string): string =>
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest('base64url');
  let nothing: Promise<string> | null = null;

  return {
    hash: (password) => admission.work(() => hash(peppered(password), parameters)),
    verify: (stored, password) => admission.work(() => verify(stored, peppered(password))),
    async verifyNothing(password) {
      // A real hash of a text that nobody can type, made once.
      nothing ??= hash(peppered(String.fromCharCode(0).repeat(80)), parameters);
      const stored = await nothing;
      await admission.work(() => verify(stored, peppered(password)));
      return false;
    },
    isStale: (stored) => !stored.startsWith(currentPrefix),
  };
};
