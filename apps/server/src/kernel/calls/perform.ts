import { Readable } from 'node:stream';
import type { FileReply } from '@ronghui/contract';
import { goesOnReadOnly } from '#kernel/calls/access';
import type { Admission } from '#kernel/calls/admission/admission';
import { createPlaces } from '#kernel/calls/admission/places';
import type { CallReply, IncomingCall } from '#kernel/calls/call';
import type { CallContext, ContextDeps } from '#kernel/calls/call-context';
import type { Session } from '#kernel/calls/context';
import { AlreadyAnswered, type Claim, fingerprintOf, type StoredOutcome } from '#kernel/calls/idempotency/idempotency';
import { openPayload, type PayloadDeps } from '#kernel/calls/payload';
import { plainReply, storedRefusal, successReply } from '#kernel/calls/replies/call-replies';
import { type FindFirstStep, withFirstStep } from '#kernel/calls/replies/first-step';
import type { ReplyCache } from '#kernel/calls/replies/reply-cache';
import { successBytes, successText, wireBytes } from '#kernel/calls/replies/wire-reply';
import type { Db } from '#kernel/database/db';
import { recordEvent } from '#kernel/observe/audit';
import type { Digests } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** Whether the document centre is open to visitors (R2.6). */
export type DocCenterGate = () => Promise<boolean>;

/** Whether a tenant's certification is in force, also while a new submission is reviewed (R4.13). */
export type CertificationGate = (db: Db, tenantId: string) => Promise<boolean>;

/** Dependencies of the steps after access is granted. */
export interface PerformDeps extends ContextDeps, PayloadDeps {
  readonly admission: Admission;
  readonly replies: ReplyCache;
  readonly isDocCenterOpen: DocCenterGate;
  readonly isCertified: CertificationGate;
  readonly findFirstStep: FindFirstStep;
}

const isFileReply = (value: unknown): value is FileReply =>
  typeof value === 'object' && value !== null && 'body' in value;

/** Does what comes after a handler; where that fails, the file that the handler opened is closed: nobody will read it. */
const orClosed = async <Result>(value: unknown, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (isFileReply(value) && value.body instanceof Readable) value.body.destroy();
    throw error;
  }
};

/** A refusal that asks for a retry, or for another image code, is not stored as a key's outcome (contract 2). */
const isKept = ({ status, code }: Refusal, payload: Readonly<Record<string, unknown>>): boolean =>
  status < 500 && status !== 422 && status !== 429 && !(code === 'OPS10004' && 'imageTicket' in payload);

/** The owner of a key: a user, a member of staff, or an anonymous session. */
const claimScopeOf = ({ sessionId, userId, staff }: Session): string => {
  if (userId !== null) return `user:${userId}`;
  return staff === null ? `session:${sessionId}` : `staff:${staff.staffId}`;
};

const claimOf = (
  call: IncomingCall,
  context: CallContext,
  { digests, payload }: { readonly digests: Digests; readonly payload: Readonly<Record<string, unknown>> },
): Claim => {
  return {
    scope: claimScopeOf(context.session),
    operation: call.operation.id,
    key: String(payload['idempotencyKey']),
    fingerprint: fingerprintOf(digests, payload),
    isSecret: call.operation.spec.secretReply === true,
    tenantId: context.scope === 'service' ? null : context.scope.tenantId,
  };
};

/** A content reply from the cache: neither validated nor read again. */
export const cachedReply = (replies: ReplyCache, call: IncomingCall): CallReply | null => {
  if (call.operation.spec.content !== true) return null;
  const bytes = replies.get(call.operation.id, call.envelope.data ?? '');
  return bytes === undefined ? null : plainReply(successBytes(bytes, call.traceId));
};

/** Runs what an authenticated and authorised caller asks for; `shut` is how a write ends while the site is read-only. */
export type Perform = (call: IncomingCall, context: CallContext, shut: Refusal | null) => Promise<CallReply>;

/** Answers a call that was answered before, which costs no write, and refuses every other one. */
const answerRepeat = async (
  call: IncomingCall,
  context: CallContext,
  { shut, ...deps }: PerformDeps & { readonly shut: Refusal },
): Promise<never> => {
  let answer: StoredOutcome | null;
  try {
    const payload = await openPayload(call, context.session, deps);
    const claim = claimOf(call, context, { digests: deps.ports.digests, payload });
    answer = await deps.idempotency.findOutcome(claim, context.db);
  } catch {
    // Its own faults are answered once it could be done.
    throw shut;
  }
  throw answer === null ? shut : new AlreadyAnswered(answer);
};

/** Runs the handler; a step that came second is refused with who was first. */
const runNamed = async (
  call: IncomingCall,
  context: CallContext,
  { payload, find }: { readonly payload: unknown; readonly find: FindFirstStep },
): Promise<unknown> => {
  try {
    // The registry paired handler and declaration, so the contract's types hold for both.
    return await call.operation.handler(payload as never, context as never);
  } catch (error) {
    throw await withFirstStep(error, call, { payload, context, find });
  }
};

/** Makes the steps: capacity, payload, idempotency key, handler, the reply's allow-list. */
export const createPerform = (deps: PerformDeps): Perform => {
  const { replies, admission, ports, audit, idempotency, sessions } = deps;
  /** Uploads of a tenant, of a member of staff, or of visitors at an address. */
  const uploading = createPlaces(ports.limits.uploadsPerTenantAtOnce);

  const afterSuccess = async (context: CallContext, alwaysAudited: boolean): Promise<void> => {
    if (context.sessionChange !== null) sessions.forget(context.session.tokenHash);
    if (context.audited || (context.facts === null && !alwaysAudited)) return;
    const entry = context.auditEntry('ok');
    if (context.session.kind === 'anon') return audit.aside(...entry);
    // What merchants and staff have looked at is answered only once it is recorded, however much they look at, and whatever else their address did.
    await deps.database.transact('service', (tx) => Promise.resolve(recordEvent(tx, ...entry)), context.via);
  };

  const runHandler = async (call: IncomingCall, context: CallContext, payload: unknown): Promise<CallReply> => {
    const { operation } = call;
    const version = replies.version;
    const value = await runNamed(call, context, { payload, find: deps.findFirstStep });
    const kept = await orClosed(value, async () => {
      const reply = operation.filterReply(value);
      await afterSuccess(context, operation.spec.who !== 'visitor' && operation.spec.writes === true);
      return reply;
    });
    if (isFileReply(kept)) return successReply(call, context, kept);
    const data = JSON.stringify(kept);
    if (operation.spec.content === true) {
      replies.put(operation.id, call.envelope.data ?? '', wireBytes(data), version);
    }
    return successReply(call, context, successText(data, call.traceId));
  };

  /**
   * Runs a call under its idempotency key: one at a time, a stored outcome is returned, refusals are stored too. A refusal that is answered for the first
   * time ends the call as any does, and so reaches the trail.
   */
  const runOnce = (call: IncomingCall, context: CallContext, payload: Record<string, unknown>): Promise<CallReply> => {
    const claim = claimOf(call, context, { digests: ports.digests, payload });
    context.claim = claim;
    return idempotency.runExclusive(claim, async () => {
      const answer = await idempotency.findOutcome(claim, context.db);
      if (answer !== null) throw new AlreadyAnswered(answer);
      try {
        return await runHandler(call, context, payload);
      } catch (error) {
        if (error instanceof Refusal && isKept(error, payload)) {
          await idempotency.storeRefusal(claim, storedRefusal(error), (work) =>
            deps.database.transact(context.scope, work, context.via),
          );
        }
        throw error;
      }
    });
  };

  const checkCertified = async ({ db, session: { tenantId } }: CallContext): Promise<void> => {
    if (tenantId === null || !(await deps.isCertified(db, tenantId))) throw new Refusal('RHCE002');
  };

  const run: Perform = async (call, context, shut) => {
    const { spec } = call.operation;
    if (shut !== null && spec.whileReadOnly === undefined) return answerRepeat(call, context, { ...deps, shut });
    if (spec.certified === true) await checkCertified(context);
    if (spec.docCenter === true && !(await deps.isDocCenterOpen())) throw new Refusal('RHSY404');
    const payload = await openPayload(call, context.session, deps);
    if (shut !== null && !goesOnReadOnly(spec, payload)) throw shut;
    const isKeyed = spec.idempotent === true && payload['idempotencyKey'] !== undefined;
    const runAny = isKeyed ? runOnce : runHandler;
    if (spec.upload !== true) return runAny(call, context, payload);
    if (call.upload === null) throw new Refusal('RHSY400');
    const leave = uploading.take(context.tenantId ?? context.staffId ?? context.address);
    try {
      return await runAny(call, context, payload);
    } finally {
      leave();
    }
  };

  return async (call, context, shut) => {
    if (call.operation.spec.admission === undefined) return run(call, context, shut);
    admission.enter();
    try {
      return await run(call, context, shut);
    } finally {
      admission.leave();
    }
  };
};
