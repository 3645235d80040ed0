import type { ErrCode } from '@ronghui/contract';
import { checkAccess, checkTenant } from '#kernel/calls/access';
import { type AuthenticateDeps, type Authenticated, authenticate } from '#kernel/calls/authenticate';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import { CallContext } from '#kernel/calls/call-context';
import { refusalOf } from '#kernel/calls/faults';
import { AlreadyAnswered } from '#kernel/calls/idempotency/idempotency';
import { cachedReply, createPerform, type PerformDeps } from '#kernel/calls/perform';
import { failureReply, replayReply } from '#kernel/calls/replies/call-replies';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import { countWaits } from '#kernel/database/waited';
import { actorOf, originOf } from '#kernel/observe/audit';
import type { Metrics } from '#kernel/observe/metrics';
import { createTraces } from '#kernel/observe/traces';

/** Dependencies of dispatch. */
export interface DispatchDeps extends AuthenticateDeps, PerformDeps {
  readonly metrics: Metrics;
}

/**
 * Runs every call, whichever door it came through (house 5). It never throws or rejects: every error becomes a reply, which is there at once where
 * nothing had to be waited for.
 */
export type Dispatch = (call: IncomingCall) => CallReply | Promise<CallReply>;

/** Refusals that are audited even though their operation changed nothing: of unknown and of locked callers, and of what takes another key or another person. */
const auditedCodes: ReadonlySet<ErrCode> = new Set<ErrCode>([
  'UMDP00001',
  'RHSY403',
  'RHST001',
  'RHST003',
  'RHST004',
  'RHFE011',
  'RHFE012',
  'OPS10003',
  'OPS100021',
  'OPS01003',
  'OPS100012',
]);

/** The console asks for the proof before it sends, so a step of staff that comes without one is worth a line; a merchant's page asks after it. */
const isAudited = ({ spec }: IncomingCall['operation'], code: ErrCode): boolean =>
  auditedCodes.has(code) || (code === 'RHAC003' && spec.who === 'ops');

/** What the steps so far have established. */
interface Known {
  session: LiveSession | null;
  context: CallContext | null;
}

/** Makes dispatch: authentication, access, validation, handler, reply. */
export const createDispatch = (deps: DispatchDeps): Dispatch => {
  const { replies, ports, audit, sessions, metrics } = deps;
  const perform = createPerform(deps);

  const refused = async (call: IncomingCall, known: Known, error: unknown): Promise<CallReply> => {
    const where = { requestId: call.traceId, operation: call.operation.id };
    if (error instanceof AlreadyAnswered) {
      const { status } = error.outcome;
      if (status !== 200) ports.log.info({ event: 'refused', ...where, status, replayed: true });
      return replayReply(call, error.outcome);
    }
    const refusal = refusalOf(error, ports.log, where);
    ports.log.info({ event: 'refused', ...where, status: refusal.status, code: refusal.code });
    const facts = known.context?.facts ?? null;
    if (facts !== null || isAudited(call.operation, refusal.code)) {
      const event = { event: call.operation.id, ...facts };
      await audit.aside(actorOf(known.session), event, originOf(call, known.session, refusal.code));
    }
    return failureReply(call, refusal);
  };

  const entered = (call: IncomingCall, known: Known, { session, opened }: Authenticated) => {
    known.session = session;
    checkAccess(call.operation.spec, session);
    checkTenant(call.operation.spec, session, call.tenantId);
    if (call.operation.spec.passive !== true) sessions.touch(session);
    const kept = cachedReply(replies, call);
    if (kept !== null) return kept;
    known.context = new CallContext(call, session, deps);
    known.context.opened = opened;
    return perform(call, known.context);
  };

  const allowed = (call: IncomingCall, known: Known): CallReply | Promise<CallReply> => {
    const found = authenticate(call, deps);
    return found instanceof Promise ? found.then((one) => entered(call, known, one)) : entered(call, known, found);
  };

  /** The end of a call that waits for something. */
  const settled = async (call: IncomingCall, known: Known, work: Promise<CallReply>): Promise<CallReply> => {
    try {
      return await work;
    } catch (error) {
      return await refused(call, known, error);
    } finally {
      known.context?.end();
    }
  };

  const answer = (call: IncomingCall): CallReply | Promise<CallReply> => {
    const startedMs = performance.now();
    const counted = (reply: CallReply): CallReply => {
      metrics.countCall(call.operation.id, reply.status, performance.now() - startedMs);
      return reply;
    };
    const known: Known = { session: null, context: null };
    try {
      const reply = allowed(call, known);
      return reply instanceof Promise ? settled(call, known, reply).then(counted) : counted(reply);
    } catch (error) {
      return settled(call, known, Promise.reject(error)).then(counted);
    }
  };
  const traced = createTraces();
  return (call) => traced(call, () => countWaits(() => answer(call)));
};
