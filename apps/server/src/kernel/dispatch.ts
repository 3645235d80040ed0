import type { ErrCode, FileReply } from '@ronghui/contract';
import { checkAccess } from '#kernel/access';
import type { Admission } from '#kernel/admission';
import { auditRowOf } from '#kernel/audit';
import { type BelieveDeps, type Believed, believe } from '#kernel/believe';
import type { CallReply, IncomingCall } from '#kernel/call';
import { CallContext, type ContextDeps } from '#kernel/call-context';
import { repliesWithCookies } from '#kernel/call-cookies';
import { refusalOf } from '#kernel/faults';
import { AlreadyAnswered, fingerprintOf } from '#kernel/idempotency';
import type { Metrics } from '#kernel/metrics';
import { openPayload, type PayloadDeps } from '#kernel/payload';
import { Refusal } from '#kernel/refusal';
import type { ReplyCache } from '#kernel/reply-cache';
import type { LiveSession } from '#kernel/session';
import { failureText, successBytes, successText, wireBytes } from '#kernel/wire-reply';

/** Whether the document centre is open to visitors (R2.6). */
export type DocCenterGate = () => Promise<boolean>;

/** What the road is paved with. */
export interface DispatchDeps extends ContextDeps, BelieveDeps, PayloadDeps {
  readonly admission: Admission;
  readonly replies: ReplyCache;
  readonly isDocCenterOpen: DocCenterGate;
  readonly metrics: Metrics;
}

/** The one road that every call takes, whichever door it came through (house 5). It never rejects: every fault is a reply. */
export type Dispatch = (call: IncomingCall) => Promise<CallReply>;

const noCookies: readonly string[] = [];
const isFileReply = (value: unknown): value is FileReply =>
  typeof value === 'object' && value !== null && 'body' in value;

/** Refusals that the audit trail shows although their operation changed nothing. */
const auditedCodes: ReadonlySet<ErrCode> = new Set<ErrCode>([
  'UMDP00001',
  'RHSY403',
  'OPS10003',
  'OPS100021',
  'OPS01003',
  'OPS100012',
] as const);
/** A refusal that says "try again" is not the answer to a key (contract 2). */
const isKept = (refusal: Refusal): boolean => refusal.status < 500 && refusal.status !== 422 && refusal.status !== 429;

/** When to come again, where the refusal does not know better. */
const laterSec = 5;

/** Builds the road. */
export const createDispatch = (deps: DispatchDeps): Dispatch => {
  const { replies, admission, ports, audit, idempotency, sessions, metrics } = deps;

  const success = (call: IncomingCall, context: CallContext, body: CallReply['body']): CallReply => ({
    status: 200,
    body,
    cookies: repliesWithCookies(call, context),
    retryAfterSec: undefined,
  });

  const failure = (call: IncomingCall, refusal: Refusal): CallReply => ({
    status: refusal.status,
    body: failureText(refusal, call.traceId),
    cookies: noCookies,
    retryAfterSec: refusal.retryAfterSec ?? (refusal.status === 503 || refusal.status === 429 ? laterSec : undefined),
  });

  /** Content that was answered before: neither validated nor read again. */
  const keptReply = (call: IncomingCall): CallReply | null => {
    if (call.operation.spec.content !== true) return null;
    const bytes = replies.get(call.operation.id, call.envelope.data ?? '');
    if (bytes === undefined) return null;
    return { status: 200, body: successBytes(bytes, call.traceId), cookies: noCookies, retryAfterSec: undefined };
  };

  const runHandler = async (call: IncomingCall, context: CallContext, payload: unknown): Promise<CallReply> => {
    const { operation } = call;
    const version = replies.version;
    // The registry joined handler and declaration; the contract's types hold for both.
    const value = await operation.handler(payload as never, context as never);
    const kept = operation.filterReply(value);
    await afterSuccess(context, operation.spec.who !== 'visitor' && operation.spec.writes === true);
    if (isFileReply(kept)) return success(call, context, kept);
    const data = JSON.stringify(kept);
    if (operation.spec.content === true) {
      replies.put(operation.id, call.envelope.data ?? '', wireBytes(data), version);
    }
    return success(call, context, successText(data, call.traceId));
  };

  const afterSuccess = async (context: CallContext, alwaysAudited: boolean): Promise<void> => {
    if (context.sessionChange !== null) sessions.forget(context.session.tokenHash);
    if (!context.audited && (context.facts !== null || alwaysAudited)) await audit.aside(context.auditRow('ok'));
  };

  /** Under an idempotency key: one at a time, the first outcome again, refusals kept with it. */
  const runOnce = (call: IncomingCall, context: CallContext, payload: Record<string, unknown>): Promise<CallReply> => {
    const { sessionId, userId } = context.session;
    const claim = {
      scope: userId === null ? `session:${sessionId}` : `user:${userId}`,
      operation: call.operation.id,
      key: String(payload['idempotencyKey']),
      fingerprint: fingerprintOf(ports.digests, payload),
      tenantId: context.scope === 'service' ? null : context.scope.tenantId,
    };
    context.claim = claim;
    return idempotency.inLine(claim, async () => {
      const answer = await idempotency.findAnswer(claim, context.scope);
      if (answer !== null) throw new AlreadyAnswered(answer);
      try {
        return await runHandler(call, context, payload);
      } catch (error) {
        if (!(error instanceof Refusal) || !isKept(error)) throw error;
        const text = JSON.stringify({ code: error.code, data: error.data });
        throw new AlreadyAnswered(await idempotency.storeRefusal(claim, context.scope, { status: error.status, text }));
      }
    });
  };

  const replay = (call: IncomingCall, { outcome }: AlreadyAnswered): CallReply => {
    if (outcome.status !== 200) {
      // Written by `runOnce`.
      const { code, data } = JSON.parse(outcome.text) as { code: ErrCode; data?: Record<string, unknown> };
      return failure(call, new Refusal(code, data));
    }
    const body = successText(outcome.text, call.traceId);
    return { status: 200, body, cookies: noCookies, retryAfterSec: undefined };
  };

  const beyondAccess = async (call: IncomingCall, context: CallContext): Promise<CallReply> => {
    const { spec } = call.operation;
    if (spec.docCenter === true && !(await deps.isDocCenterOpen())) throw new Refusal('RHSY404');
    const payload = await openPayload(call, context.session, deps);
    return spec.idempotent === true ? runOnce(call, context, payload) : runHandler(call, context, payload);
  };

  const withPlace = async (call: IncomingCall, context: CallContext): Promise<CallReply> => {
    if (call.operation.spec.admission === undefined) return beyondAccess(call, context);
    admission.enter();
    try {
      return await beyondAccess(call, context);
    } finally {
      admission.leave();
    }
  };

  const refused = async (call: IncomingCall, who: Refused, error: unknown): Promise<CallReply> => {
    if (error instanceof AlreadyAnswered) return replay(call, error);
    const refusal = refusalOf(error, ports.log, { requestId: call.traceId, operation: call.operation.id });
    const facts = who.context?.facts ?? null;
    if (facts !== null || auditedCodes.has(refusal.code)) {
      const entry = { facts: facts ?? {}, result: refusal.code };
      await audit.aside(auditRowOf(call, who.session, entry));
    }
    return failure(call, refusal);
  };

  const handle = (call: IncomingCall, who: Refused, { session, opened }: Believed): Promise<CallReply> => {
    const context = new CallContext(call, session, deps);
    context.opened = opened;
    who.context = context;
    return withPlace(call, context);
  };

  return async (call) => {
    const startedMs = performance.now();
    const who: Refused = { session: null, context: null };
    let reply: CallReply;
    try {
      const believed = await believe(call, deps);
      who.session = believed.session;
      checkAccess(call.operation.spec, believed.session);
      if (call.operation.spec.passive !== true) sessions.touch(believed.session);
      reply = keptReply(call) ?? (await handle(call, who, believed));
    } catch (error) {
      reply = await refused(call, who, error);
    }
    metrics.countCall(call.operation.id, reply.status, performance.now() - startedMs);
    return reply;
  };
};

/** What was known of the caller when a call was refused. */
interface Refused {
  session: LiveSession | null;
  context: CallContext | null;
}
