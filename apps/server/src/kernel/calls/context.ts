import type { ErrorsOf, Fail, Handler, MemberRole, OperationSpec } from '@ronghui/contract';
import type { UploadedFile } from '#kernel/calls/call';
import type { Db, Tx } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';

/** A browser's session as dispatch read it. */
export interface Session {
  readonly sessionId: string;
  readonly kind: 'anon' | 'merchant' | 'ops';
  readonly userId: string | null;
  readonly tenantId: string | null;
  readonly role: MemberRole | null;
}

/** Who a new session belongs to. */
export interface SessionOwner {
  readonly userId: string;
  readonly tenantId: string;
  readonly role: MemberRole;
}

/** The signing key of a new session, as the wire has it. */
export interface SignKey {
  readonly keyId: string;
  readonly key: string;
  readonly expiresAt: string;
}

/** A session as its user recognises it. */
export interface OwnSession {
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** What a handler may do to the caller's session; cookies are set by dispatch once the transaction stands. */
export interface CallerSessions {
  /** The key that this browser's next calls are signed with. */
  signKey(): SignKey;
  /** Replaces the caller's session by a new one of this owner: new token, new key, the old row dead (security 4.1). */
  begin(tx: Tx, owner: SessionOwner): Promise<SignKey>;
  /** Ends the caller's session. */
  end(tx: Tx): Promise<void>;
  /** Ends every session of a user but, if told, the caller's own, in the same transaction (epoch + 1). */
  endAllOf(tx: Tx, userId: string, options?: { keepCaller?: boolean }): Promise<void>;
  /** A user's living sessions, the last used first. */
  listOf(tx: Tx, userId: string): Promise<OwnSession[]>;
  /** Ends one of a user's sessions, in the same transaction; false when the user has no such session. */
  endOne(tx: Tx, userId: string, sessionId: string): Promise<boolean>;
  /** Ends a user's sessions in one tenant, in the same transaction. */
  endIn(tx: Tx, tenantId: string, userId: string): Promise<void>;
  /** Gives a user's sessions in one tenant another role, in the same transaction. */
  setRole(tx: Tx, owner: SessionOwner): Promise<void>;
}

/** The cookie by which a browser is known to a user who has logged in from it (R4.5); null when there is none. */
export interface CallerDevice {
  /** What its user recognises it by: browser and system. */
  readonly name: string;
  /** The token's digest, never the token. */
  readonly known: Buffer | null;
  /** Gives this browser a device token (an existing one is kept) and returns its digest. */
  remember(): Buffer;
}

/** What every handler is given. It never sees request, reply, headers or environment (house 5). */
export interface VisitorContext {
  readonly session: Session;
  readonly requestId: string;
  /** The caller's address: an IPv6 address stands for its /64. */
  readonly address: string;
  readonly now: Date;
  /** Reads in the caller's scope: the tenant's for a merchant operation, the service's for a visitor's. */
  readonly db: Db;
  /** One transaction in the same scope; for an idempotent operation it claims the key first and stores the reply last. */
  readonly transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** One transaction as the service, for what stands above tenants (accounts, sessions). */
  readonly transactAsService: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly sessions: CallerSessions;
  readonly device: CallerDevice;
  readonly ports: Ports;
  /** Adds facts to the audit event that dispatch writes; ids and masked values only. */
  readonly audit: (facts: { object?: string; before?: unknown; after?: unknown; event?: string }) => void;
}

/** A merchant user's: the tenant comes from the session alone. */
export interface MerchantContext extends VisitorContext {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: MemberRole;
}

/** What comes with an upload. */
interface UploadPart {
  /** The file (contract 1); its bytes are checked against `data` while they are read. */
  readonly upload: UploadedFile;
}

/** The context that an operation's handler receives, by who may call it, and with the file of an upload. */
export type ContextOf<S extends OperationSpec> = (S['who'] extends 'merchant' ? MerchantContext : VisitorContext) &
  (S extends { readonly upload: true } ? UploadPart : unknown);

/** The same with the `fail` of the operation: for the parts of a handler. */
export type HandlerContext<S extends OperationSpec> = ContextOf<S> & { readonly fail: Fail<ErrorsOf<S>> };

/** A handler for each operation of a noun, typed from the contract. */
export type HandlersFor<Operations extends Record<string, OperationSpec>> = {
  readonly [Id in keyof Operations]: Handler<Operations[Id], ContextOf<Operations[Id]>>;
};
