import type { Area, ErrorsOf, Fail, Handler, MemberRole, OperationSpec, StaffRole } from '@ronghui/contract';
import type { UploadedFile } from '#kernel/calls/call';
import type { CallerTalk } from '#kernel/calls/sessions/talk-cookie';
import type { Db, Person, Snapshot, Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';

/** A merchant's user as the owner of a session: in one tenant at a time. */
export interface MemberOwner {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: MemberRole;
}

/** What a member of staff has to set up before they can use the console (R11.1). */
export type StaffSetupStep = 'password' | 'totp';

/** A member of staff as the owner of a session. */
export interface StaffOwner {
  readonly staffId: string;
  readonly roles: readonly StaffRole[];
  /** Until this is empty the session may only call operations that complete the set-up. */
  readonly pendingSetup: readonly StaffSetupStep[];
}

/** The owner of a session. */
export type SessionOwner = MemberOwner | StaffOwner;

interface SessionFacts {
  readonly sessionId: string;
  /** The area of its pages and of its cookie. */
  readonly area: Area;
}
interface AnonymousSession extends SessionFacts {
  readonly kind: 'anon';
  readonly userId: null;
  readonly tenantId: null;
  readonly role: null;
  readonly staff: null;
}
interface MerchantSession extends SessionFacts, MemberOwner {
  readonly kind: 'merchant';
  readonly staff: null;
}
interface OpsSession extends SessionFacts {
  readonly kind: 'ops';
  readonly userId: null;
  readonly tenantId: null;
  readonly role: null;
  readonly staff: StaffOwner;
}

/** A browser's session as dispatch read it. */
export type Session = AnonymousSession | MerchantSession | OpsSession;

/** The id of a session's owner, a user or a member of staff; null for an anonymous session. */
export const ownerIdOf = (session: Session): string | null => session.userId ?? session.staff?.staffId ?? null;

/** The signing key of a new session, in the contract's shape. */
export interface SignKey {
  readonly keyId: string;
  readonly key: string;
  readonly expiresAt: string;
}

/** A session as its user sees it. */
export interface OwnSession {
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** What a handler may do to the caller's session; dispatch sets the cookies after the commit. */
export interface CallerSessions {
  /** The key for this browser's next calls. */
  signKey(): SignKey;
  /** Replaces the caller's session by a new one of this owner: new token, new key, and the old one ends (security 4.1). */
  begin(tx: Tx, owner: SessionOwner): Promise<SignKey>;
  /** Ends the caller's session. */
  end(tx: Tx): Promise<void>;
  /** Ends every session of an owner, optionally except the caller's own, in the same transaction (epoch + 1). */
  endAllOf(tx: Tx, ownerId: string, options?: { keepCaller?: boolean }): Promise<void>;
  /** A user's open sessions, the last used first. */
  listOf(tx: Tx, userId: string): Promise<OwnSession[]>;
  /** Ends one of a user's sessions, in the same transaction; false when the user has no such session. */
  endOne(tx: Tx, userId: string, sessionId: string): Promise<boolean>;
  /** Ends a user's sessions in one tenant, in the same transaction. */
  endIn(tx: Tx, tenantId: string, userId: string): Promise<void>;
  /** Sets the role of a user's sessions in one tenant, in the same transaction. */
  setRole(tx: Tx, owner: MemberOwner): Promise<void>;
}

/** A browser's device cookie, which marks it as known to users who have logged in from it (R4.5). */
export interface CallerDevice {
  /** Browser and system, for its user to recognise it. */
  readonly name: string;
  /** The digest of the cookie's token, never the token; null when there is none. */
  readonly known: Buffer | null;
  /** Gives this browser a device token (an existing one is kept) and returns its digest. */
  remember(): Buffer;
}

/** The context of every handler. It has no request, reply, headers or environment (house 5). */
export interface VisitorContext {
  readonly session: Session;
  readonly requestId: string;
  /** The caller's address: an IPv6 address stands for its /64. */
  readonly address: string;
  readonly now: Date;
  /** Reads in the caller's scope: the tenant's for a merchant operation, the service's for a visitor's. */
  readonly db: Db;
  /** A snapshot in the same scope, for reads that belong together; the handler closes it. */
  readonly snapshot: () => Promise<Snapshot>;
  /**
   * A read that may be some seconds old, as statistics are: from the replica where there is one, and again from the primary where that does not give it. It
   * only reads.
   */
  readonly fromReplica: <T>(read: (db: Db) => Promise<T>) => Promise<T>;
  /** One transaction in the same scope; for an idempotent operation it claims the key first and stores the reply last. */
  readonly transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** One transaction as the service, for rows that do not belong to a tenant (accounts, sessions). */
  readonly transactAsService: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * One transaction as the service that stands whatever becomes of the call: it claims no key and records no event. For a mark that is set before
   * something outside the database is asked.
   */
  readonly transactAhead: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * One transaction of one person: it sees what is theirs alone, and nothing of their tenant that is another's. It claims no key.
   */
  readonly transactFor: <T>(person: Person, work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly sessions: CallerSessions;
  readonly device: CallerDevice;
  readonly talk: CallerTalk;
  readonly ports: Ports;
  /** Runs when the call has ended, however it ended. */
  readonly onEnd: (work: () => void) => void;
  /** Adds facts to the audit event that dispatch writes; ids and masked values only. */
  readonly audit: (facts: { object?: string; tenantId?: string; before?: unknown; after?: unknown }) => void;
}

/** The context of a merchant user; the tenant comes only from the session. */
export interface MerchantContext extends VisitorContext {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: MemberRole;
}

/** The context of a member of staff: they act across tenants, and are audited under their name. */
export interface OpsContext extends VisitorContext, StaffOwner {
  /** The caller as the author of a change that commands and jobs can make too. */
  readonly author: Author;
}

/** The additional part of an upload's context. */
interface UploadPart {
  /** The file (contract 1); its bytes are checked against `data` while they are read. */
  readonly upload: UploadedFile;
}

type CallerContext<Who extends OperationSpec['who']> = Who extends 'merchant'
  ? MerchantContext
  : Who extends 'ops'
    ? OpsContext
    : VisitorContext;

/** The context of an operation's handler: by its kind of caller, and with the file of an upload. */
export type ContextOf<S extends OperationSpec> = CallerContext<S['who']> &
  (S extends { readonly upload: true } ? UploadPart : unknown);

/** The same with the operation's `fail`, for the parts of a handler. */
export type HandlerContext<S extends OperationSpec> = ContextOf<S> & { readonly fail: Fail<ErrorsOf<S>> };

/** A handler for each operation of a noun, typed from the contract. */
export type HandlersFor<Operations extends Record<string, OperationSpec>> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id], ContextOf<Operations[Id]>>;
};
