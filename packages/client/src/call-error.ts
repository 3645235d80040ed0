/** A field that the server refused, and why, in Chinese (contract 2). */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/**
 * Why a call failed. `reply`: the server answered with an error. `unreachable`: no answer arrived (no network, a
 * timeout). `aborted`: the caller cancelled. `insecure`: the page was not loaded over HTTPS and cannot sign.
 * `switched`: another user or another tenant signed in within this browser, so the call was not sent.
 */
export type CallFailure = 'reply' | 'unreachable' | 'aborted' | 'insecure' | 'switched';

/** What is known about a failed call. */
export interface CallFacts {
  readonly kind: CallFailure;
  readonly operationId: string;
  readonly errCode?: string | undefined;
  readonly errMsg?: string | undefined;
  readonly status?: number | undefined;
  readonly traceId?: string | undefined;
  readonly data?: unknown;
  readonly retryAfterSec?: number | undefined;
  readonly cause?: unknown;
}

/** A failed call. Users read the text of `errorText`, never `message`. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;
  readonly operationId: string;
  readonly errCode: string | undefined;
  readonly errMsg: string | undefined;
  /** The HTTP status; 0 without a reply. */
  readonly status: number;
  readonly traceId: string | undefined;
  readonly data: unknown;
  /** How long the server asks to wait; undefined where it does not. @unit seconds */
  readonly retryAfterSec: number | undefined;

  constructor(facts: CallFacts) {
    super(`${facts.operationId} failed: ${facts.errCode ?? facts.status ?? facts.kind}`, { cause: facts.cause });
    this.kind = facts.kind;
    this.operationId = facts.operationId;
    this.errCode = facts.errCode;
    this.errMsg = facts.errMsg;
    this.status = facts.status ?? 0;
    this.traceId = facts.traceId;
    this.data = facts.data;
    this.retryAfterSec = facts.retryAfterSec;
  }

  /** The refused fields of a 422; empty for other errors. */
  get fields(): readonly FieldFault[] {
    const fields = isRecord(this.data) ? this.data['fields'] : undefined;
    return Array.isArray(fields) ? fields.filter(isFieldFault) : [];
  }
}

/** Whether a value is an object with named fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFieldFault = (value: unknown): value is FieldFault =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
