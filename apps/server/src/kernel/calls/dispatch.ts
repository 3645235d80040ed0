import type { ErrCode } from '@ronghui/contract';
import { checkAccess, checkTenant, findReadOnly, type ReadOnlyGate } from '#kernel/calls/access';
import { type AuthenticateDeps, authenticate } from '#kernel/calls/authenticate';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import { CallContext } from '#kernel/calls/call-context';
import { AlreadyAnswered } from '#kernel/calls/idempotency/idempotency';
import { cachedReply, createPerform, type PerformDeps } from '#kernel/calls/perform';
import { failureReply, replayReply } from '#kernel/calls/replies/call-replies';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import { countWaits } from '#kernel/database/waited';
import { refusalOf } from '#kernel/faults';
import { actorOf, originOf } from '#kernel/observe/audit';
import type { Metrics } from '#kernel/observe/metrics';
import { createTraces } from '#kernel/observe/traces';

/** Dependencies of dispatch. */
export interface DispatchDeps extends AuthenticateDeps, PerformDeps {
  readonly metrics: Metrics;
  readonly readOnly: ReadOnlyGate;
}

/** Runs every call, whichever door it came through (house 5). It never rejects: every error becomes a reply. */
export type Dispatch = (call: IncomingCall) => Promise<CallReply>;

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

/** Whether a write may be answered while the site is read-only: by what it asks for, or as a repeat of what was answered before. */
const mayPass = ({ whileReadOnly, idempotent }: IncomingCall['operation']['spec']): boolean =>
  whileReadOnly !== undefined || idempotent === true;

/** What the steps so far have established. */
interface Known {
  session: LiveSession | null;
  context: CallContext | null;
}

/** Makes dispatch: authentication, access, validation, handler, reply. */
export const createDispatch = (deps: DispatchDeps): Dispatch => {
  const { admission, replies, ports, audit, sessions, metrics } = deps;
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

  const allowed = async (call: IncomingCall, known: Known): Promise<CallReply> => {
    if (call.operation.spec.admission !== undefined) await admission.checkCapacity();
    const { session, opened } = await authenticate(call, deps);
    known.session = session;
    checkAccess(call.operation.spec, session);
    checkTenant(call.operation.spec, session, call.tenantId);
    const shut = await findReadOnly(call.operation.spec, deps.readOnly);
    if (shut !== null && !mayPass(call.operation.spec)) throw shut;
    if (call.operation.spec.passive !== true) sessions.touch(session);
    const kept = cachedReply(replies, call);
    if (kept !== null) return kept;
    known.context = new CallContext(call, session, deps);
    known.context.opened = opened;
    return perform(call, known.context, shut);
  };

  const answer = async (call: IncomingCall): Promise<CallReply> => {
    const startedMs = performance.now();
    const known: Known = { session: null, context: null };
    let reply: CallReply;
    try {
      reply = await allowed(call, known);
    } catch (error) {
      reply = await refused(call, known, error);
    } finally {
      known.context?.end();
    }
    metrics.countCall(call.operation.id, reply.status, performance.now() - startedMs);
    return reply;
  };
  const traced = createTraces();
  return (call) => traced(call, () => countWaits(() => answer(call)));
};
