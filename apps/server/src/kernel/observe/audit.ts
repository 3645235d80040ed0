import type { ErrCode } from '@ronghui/contract';
import { isAuditAmount, isAuditSerial } from '@ronghui/domain/audit';
import { maskPersonalText } from '@ronghui/domain/identity/personal-text';
import type { IncomingCall } from '#kernel/calls/call';
import type { Session } from '#kernel/calls/context';
import type { Database, Tx } from '#kernel/database/db';
import type { Actor, AuditEvent, Author } from '#kernel/observe/actor';
import { type AuditRow, insertAuditEvent, sendAuditEvent } from '#kernel/observe/audit.sql';
import type { FastState, Log } from '#kernel/ports';

/** The source of an event; empty for a job or a command. */
export interface AuditOrigin {
  readonly operation?: string;
  readonly result?: string;
  readonly sessionId?: string | null;
  readonly address?: string;
  readonly requestId?: string;
}

const actorIdOf = (actor: Actor): string | null => {
  switch (actor.kind) {
    case 'user':
      return actor.userId;
    case 'staff':
      return actor.staffId;
    case 'operator':
      return actor.login;
    case 'visitor':
    case 'system':
      return null;
  }
};

/** Values as they are stored; what somebody typed among them may hold personal numbers, which the trail keeps for ever. The digits of a large sum or of a bank's transfer are none. */
const jsonOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, each: unknown) =>
        typeof each !== 'string' || isAuditAmount(name, each) || isAuditSerial(name) ? each : maskPersonalText(each),
      );

const rowOf = (actor: Actor, event: AuditEvent, origin: AuditOrigin): AuditRow => ({
  event: event.event,
  operation: origin.operation ?? '',
  result: origin.result ?? 'ok',
  actor_kind: actor.kind,
  actor_id: actorIdOf(actor),
  tenant_id: event.tenantId ?? (actor.kind === 'user' ? actor.tenantId : null),
  user_id: event.userId ?? (actor.kind === 'user' ? actor.userId : null),
  session_id: origin.sessionId ?? null,
  address: origin.address ?? '',
  object: event.object ?? null,
  before: jsonOf(event.before),
  after: jsonOf(event.after),
  request_id: origin.requestId ?? '',
});

/** Writes an event in the transaction of the change; every successful change is audited by it. @source R11.7, security 4.11 */
export const recordEvent = (tx: Tx, actor: Actor, event: AuditEvent, origin: AuditOrigin = {}): void =>
  sendAuditEvent(tx, rowOf(actor, event, origin));

/** An author without a call: a job, a start, a command. */
export const authorOf = (actor: Actor): Author => ({
  actor,
  record: (tx, event) => recordEvent(tx, actor, event),
});

/** The author of scheduled work. */
export const systemAuthor: Author = authorOf({ kind: 'system' });

/** The actor of a session. */
export const actorOf = (session: Session | null): Actor => {
  if (session?.kind === 'merchant') return { kind: 'user', userId: session.userId, tenantId: session.tenantId };
  if (session?.kind === 'ops') return { kind: 'staff', staffId: session.staff.staffId };
  return { kind: 'visitor' };
};

/** The part of a call that is stored in the trail. */
export const originOf = (
  call: Pick<IncomingCall, 'operation' | 'address' | 'traceId'>,
  session: Session | null,
  result: string,
): AuditOrigin => ({
  operation: call.operation.id,
  result,
  sessionId: session?.sessionId ?? null,
  address: call.address,
  requestId: call.traceId,
});

/** What a handler adds to the event of its call, which has the operation's name. */
export type AuditFacts = Partial<Omit<AuditEvent, 'event'>>;

/** Events outside a transaction: of failed calls, and of reads that are audited. */
export interface Audit {
  /**
   * Events of one address with one code beyond a limit a minute are only counted, so that it cannot fill the table. Those of locks and of the
   * console are counted by whom they concern as well, and with a limit that only a machine reaches: no flood hides another one's.
   */
  aside(actor: Actor, event: AuditEvent, origin: AuditOrigin): Promise<void>;
}

const asidePerMinute = 30;
const alwaysPerMinute = 600;

/** Codes of locks, and of accounts that were locked or closed by staff: they are how an attack on an account shows. */
const lockCodes: ReadonlySet<string> = new Set<ErrCode>(['OPS10003', 'OPS100021', 'OPS01003', 'OPS100012']);

/** What an event counts against, and how many of it a minute are stored. */
const budgetOf = ({ actor_id, object, operation, result, address }: AuditRow) =>
  operation.startsWith('ops.') || lockCodes.has(result)
    ? { key: `audit:${address}:${result}:${actor_id ?? object ?? ''}`, perMinute: alwaysPerMinute }
    : { key: `audit:${address}:${result}`, perMinute: asidePerMinute };

/** Opens the trail for such events. */
export const createAudit = (database: Database, fast: FastState, log: Log): Audit => ({
  async aside(actor, event, origin) {
    const { operation, result } = origin;
    try {
      const row = rowOf(actor, event, origin);
      const { key, perMinute } = budgetOf(row);
      const { allowed } = await fast.take(key, perMinute, 60_000);
      if (allowed) await insertAuditEvent(database.reading('service'), row);
      else log.warn({ event: 'auditSkipped', operation, code: result });
    } catch (error) {
      log.error({ event: 'auditFailed', operation, code: result, error });
    }
  },
});
