import type { IncomingCall } from '#kernel/calls/call';
import type { Session } from '#kernel/calls/context';
import type { Database, Tx } from '#kernel/database/db';
import { type AuditRow, insertAuditEvent, sendAuditEvent } from '#kernel/observe/audit.sql';
import type { FastState, Log } from '#kernel/ports';

/** What a handler adds to its event. */
export interface AuditFacts {
  readonly object?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly event?: string;
}

/** Makes the row of a call. */
export const auditRowOf = (
  call: Pick<IncomingCall, 'operation' | 'address' | 'traceId'>,
  session: Session | null,
  entry: { readonly facts: AuditFacts; readonly result: string },
): AuditRow => ({
  event: entry.facts.event ?? call.operation.id,
  operation: call.operation.id,
  result: entry.result,
  tenant_id: session?.tenantId ?? null,
  user_id: session?.userId ?? null,
  session_id: session?.sessionId ?? null,
  address: call.address,
  object: entry.facts.object ?? null,
  before: entry.facts.before === undefined ? null : JSON.stringify(entry.facts.before),
  after: entry.facts.after === undefined ? null : JSON.stringify(entry.facts.after),
  request_id: call.traceId,
});

/** The audit trail as dispatch writes it. */
export interface Audit {
  /** With the change, in its transaction. */
  inside(tx: Tx, row: AuditRow): void;
  /** On its own, after a call that failed; one address fills no table, so beyond a number a minute they are only counted. */
  aside(row: AuditRow): Promise<void>;
}

const asidePerMinute = 30;

/** Opens the trail. */
export const createAudit = (database: Database, fast: FastState, log: Log): Audit => ({
  inside: sendAuditEvent,
  async aside(row) {
    try {
      const { allowed } = await fast.take(`audit:${row.address}`, asidePerMinute, 60_000);
      if (allowed) await insertAuditEvent(database.reading('service'), row);
      else log.warn({ event: 'auditSkipped', operation: row.operation, code: row.result });
    } catch (error) {
      log.error({ event: 'auditFailed', operation: row.operation, code: row.result, error });
    }
  },
});
