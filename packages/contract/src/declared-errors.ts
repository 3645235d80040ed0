import type { ErrorWithData } from './operation.ts';
import { list, object, text, whole, word } from './shapes.ts';

/** Errors whose `data` has the same shape in every operation that declares them. */

/** When it may be tried again. @unit seconds */
const retryAfter = () => object({ retryAfter: whole(0, 86_400) });

/** The field of a 422 that is to be put right, by its dotted path, and what is wrong with it. */
const wrongField = () => object({ path: text(200, { min: 0 }), message: text(500) });

/** A 422 of the handler: fields that are wrong in themselves were refused before it. @source contract 2 */
export const invalid = {
  code: 'RHSY422',
  data: object({ fields: list(wrongField(), { min: 1 }) }),
} as const satisfies ErrorWithData;

/** More often than the limits allow; the seconds are the Retry-After too. @source contract 2 */
export const tooOften = { code: 'RHSY429', data: retryAfter() } as const satisfies ErrorWithData;
export type TooOften = typeof tooOften;

/** The ten minutes of a lock. @source R4.5 */
export const locked = { code: 'OPS10003', data: retryAfter() } as const satisfies ErrorWithData;

/** The store of files does not work. @source R8.6 */
export const storageDown = { code: 'OPSB0005', data: retryAfter() } as const satisfies ErrorWithData;

/** One more proof is needed where a right password, or a code, is not enough. @source contract 5 portal.login */
export const proofOf = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  ({ code: 'RHAC003', data: object({ need: word(kinds) }) }) as const satisfies ErrorWithData;
