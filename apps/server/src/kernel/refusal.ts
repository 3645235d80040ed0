import { catalogue, type ErrCode, type StepRecord } from '@ronghui/contract';

/** The facts of a refusal in the reply's `data`. */
export type RefusalData = Readonly<Record<string, unknown>>;

/**
 * Ends a call for a reason of the catalogue. It is an answer, not a fault: it has no stack, so that many refusals stay
 * cheap. `retryAfterSec` becomes the Retry-After header. `record` is set where a step came second: who was first is added to its data.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrCode;
  readonly data: RefusalData | undefined;
  readonly retryAfterSec: number | undefined;
  readonly record: StepRecord | undefined;

  constructor(code: ErrCode, data?: RefusalData, retryAfterSec?: number, record?: StepRecord) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.data = data;
    this.retryAfterSec = retryAfterSec;
    this.record = record;
  }

  /** The HTTP status of this code in the catalogue. */
  get status(): number {
    return catalogue[this.code].status;
  }
}

/** A wrong field. */
export interface WrongField {
  readonly path: string;
  readonly message: string;
}

/** A 422 that names the fields (contract 2). */
export const wrongFields = (fields: readonly WrongField[]): Refusal => new Refusal('RHSY422', { fields });

/** The code of a Node or database error, when it has one. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
