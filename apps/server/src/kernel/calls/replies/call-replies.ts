import type { ErrCode } from '@ronghui/contract';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import type { CallContext } from '#kernel/calls/call-context';
import type { KeptOutcome } from '#kernel/calls/idempotency/idempotency';
import { Refusal } from '#kernel/calls/refusal';
import { failureText, successText } from '#kernel/calls/replies/wire-reply';
import { repliesWithCookies } from '#kernel/calls/sessions/call-cookies';

const noCookies: readonly string[] = [];
/** When to come again, where the refusal does not know better. @unit seconds */
const laterSec = 5;

/** The reply of a handler that did its work, with the cookies of what it did to the session. */
export const successReply = (call: IncomingCall, context: CallContext, body: CallReply['body']): CallReply => ({
  status: 200,
  body,
  cookies: repliesWithCookies(call, context),
  retryAfterSec: undefined,
});

/** A success that changes nothing for the caller's cookies. */
export const plainReply = (body: CallReply['body']): CallReply => ({
  status: 200,
  body,
  cookies: noCookies,
  retryAfterSec: undefined,
});

/** The reply of a refusal; 429 and 503 say when to come again. */
export const failureReply = (call: Pick<IncomingCall, 'traceId'>, refusal: Refusal): CallReply => ({
  status: refusal.status,
  body: failureText(refusal, call.traceId),
  cookies: noCookies,
  retryAfterSec: refusal.retryAfterSec ?? (refusal.status === 503 || refusal.status === 429 ? laterSec : undefined),
});

/** A refusal as it is kept under an idempotency key. */
export const keptRefusal = (refusal: Refusal): KeptOutcome => ({
  status: refusal.status,
  text: JSON.stringify({ code: refusal.code, data: refusal.data }),
});

/** The first outcome of a key, given again under a new trace id. */
export const replayReply = (call: IncomingCall, outcome: KeptOutcome): CallReply => {
  if (outcome.status === 200) return plainReply(successText(outcome.text, call.traceId));
  // Written by `keptRefusal`.
  const { code, data } = JSON.parse(outcome.text) as { code: ErrCode; data?: Record<string, unknown> };
  return failureReply(call, new Refusal(code, data));
};
