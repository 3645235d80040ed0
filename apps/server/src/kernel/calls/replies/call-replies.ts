import type { ErrCode } from '@ronghui/contract';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import type { CallContext } from '#kernel/calls/call-context';
import type { StoredOutcome } from '#kernel/calls/idempotency/idempotency';
import { failureText, successText } from '#kernel/calls/replies/wire-reply';
import { repliesWithCookies } from '#kernel/calls/sessions/call-cookies';
import { Refusal } from '#kernel/refusal';

const noCookies: readonly string[] = [];
/** `Retry-After` where the refusal does not set it. @unit seconds */
const laterSec = 5;

/** The reply of a successful handler, with the cookies for its session changes. */
export const successReply = (call: IncomingCall, context: CallContext, body: CallReply['body']): CallReply => ({
  status: 200,
  body,
  cookies: repliesWithCookies(call, context),
  retryAfterSec: undefined,
});

/** A success without session changes. */
export const plainReply = (body: CallReply['body']): CallReply => ({
  status: 200,
  body,
  cookies: noCookies,
  retryAfterSec: undefined,
});

/** The reply of a refusal; 429 and 503 carry `Retry-After`. */
export const failureReply = (call: Pick<IncomingCall, 'traceId'>, refusal: Refusal): CallReply => ({
  status: refusal.status,
  body: failureText(refusal, call.traceId),
  cookies: noCookies,
  retryAfterSec: refusal.retryAfterSec ?? (refusal.status === 503 || refusal.status === 429 ? laterSec : undefined),
});

/** A refusal in the form that is stored under an idempotency key. */
export const storedRefusal = (refusal: Refusal): StoredOutcome => ({
  status: refusal.status,
  text: JSON.stringify({ code: refusal.code, data: refusal.data }),
});

/** A stored outcome as a reply with a new trace id. */
export const replayReply = (call: IncomingCall, outcome: StoredOutcome): CallReply => {
  if (outcome.status === 200) return plainReply(successText(outcome.text, call.traceId));
  // Written by `storedRefusal`.
  const { code, data } = JSON.parse(outcome.text) as { code: ErrCode; data?: Record<string, unknown> };
  return failureReply(call, new Refusal(code, data));
};
