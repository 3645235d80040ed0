import type { Tx } from '#kernel/database/db';

/** Who acts. An operator works at the command line of a machine of the server, under the name that the machine knows them by. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly userId: string; readonly tenantId: string }
  | { readonly kind: 'staff'; readonly staffId: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'operator'; readonly login: string };

/** What happened, as the one who did it says it: ids and masked values only. */
export interface AuditEvent {
  readonly event: string;
  /** The id of what was changed, or looked at. */
  readonly object?: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whom it concerns, where that is not the actor. */
  readonly tenantId?: string;
  readonly userId?: string;
}

/** Somebody who changes things, and says so in the trail: the same function serves a call, a command and a job. */
export interface Author {
  readonly actor: Actor;
  /** Adds an event to the transaction of the change. */
  record(tx: Tx, event: AuditEvent): void;
}

/** The member of staff who acts; null for everybody else. */
export const staffIn = ({ actor }: Pick<Author, 'actor'>): string | null =>
  actor.kind === 'staff' ? actor.staffId : null;
