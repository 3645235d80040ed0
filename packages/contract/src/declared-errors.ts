import type { ErrCode } from './catalogue.ts';
import type { ErrorWithData, RacedError, StepRecord } from './operation.ts';
import { lastStep, list, object, text, whole, word } from './shapes.ts';

/** Errors whose `data` has the same shape in every operation that declares them. */

/** When the call may be retried. @unit seconds */
const retryAfter = () => object({ retryAfter: whole(0, 86_400) });

/** A wrong field of a 422, by its dotted path, and what is wrong with it. */
const wrongField = () => object({ path: text(200, { min: 0 }), message: text(500) });

/** A 422 of the handler; validation has refused malformed fields before. @source contract 2 */
export const invalid = {
  code: 'RHSY422',
  data: object({ fields: list(wrongField(), { min: 1 }) }),
} as const satisfies ErrorWithData;

/** The limit is exceeded; the seconds are also in Retry-After. @source contract 2 */
export const tooOften = { code: 'RHSY429', data: retryAfter() } as const satisfies ErrorWithData;
export type TooOften = typeof tooOften;

/** The account is locked for ten minutes. @source R4.5 */
export const locked = { code: 'OPS10003', data: retryAfter() } as const satisfies ErrorWithData;

/** The file store does not work. @source R8.6 */
export const storageDown = { code: 'OPSB0005', data: retryAfter() } as const satisfies ErrorWithData;

/** A right password or code is not enough: one more proof is needed. @source contract 5 portal.login */
export const proofOf = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  ({ code: 'RHAC003', data: object({ need: word(kinds) }) }) as const satisfies ErrorWithData;

/** Its code is what is given: the place of the declaration, which takes any code, must not widen it. */
type RacedOf<Code extends ErrCode> = Omit<RacedError, 'code' | 'data'> & {
  readonly code: NoInfer<Code>;
  readonly data: ReturnType<typeof firstStep>;
};

const firstStep = () => object({ last: lastStep() });

/**
 * A step that came second: its data names who took the newest step with the record, when, and which. Merchants read names of their own tenant
 * alone. @source R4.12, decision 0158
 */
export const racedOn = <const Code extends ErrCode>(code: Code, record: StepRecord): RacedOf<Code> => ({
  code,
  data: firstStep(),
  record,
});

/** The same with a record that one field of the request names. */
export const raced = <const Code extends ErrCode>(code: Code, field: string): RacedOf<Code> =>
  racedOn<Code>(code, { fields: [field] });
