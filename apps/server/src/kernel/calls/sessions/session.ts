import { hash } from 'node:crypto';
import type { OwnSession, Session, SessionOwner, SignKey } from '#kernel/calls/context';
import { createSigner } from '#kernel/calls/envelope/signer';
import type { FreshSession, LiveSession, Visitor } from '#kernel/calls/sessions/live-session';
import {
  deleteReplacedSessions,
  deleteSession,
  deleteSessionsIn,
  deleteUserSession,
  endUserSessions,
  findSession,
  type IdleLimits,
  insertSession,
  insertUserSession,
  listUserSessions,
  type NewSession,
  type SessionRow,
  touchSession,
  updateSessionRole,
} from '#kernel/calls/sessions/session.sql';
import { createSessionCache } from '#kernel/calls/sessions/session-cache';
import type { Database, Tx } from '#kernel/database/db';
import type { Limits, Log } from '#kernel/ports';
import type { Secrets } from '#kernel/secrets/secrets';
import type { MovableClock } from '#kernel/setup/clock';
import { newSecret } from '#kernel/setup/ids';

/** The sessions of the installation (security 4.1). */
export interface Sessions {
  /** The living session of a cookie's token. A cached one is at most 5 s old; `exact` reads the database. */
  find(token: string, exact: boolean): Promise<LiveSession | null>;
  /** A new anonymous session. */
  beginAnonymous(visitor: Visitor): Promise<FreshSession>;
  /** A user's new session; the one it replaces is dead, the user's oldest end beyond the limit. */
  begin(tx: Tx, owner: SessionOwner, replaced: Session, visitor: Visitor): Promise<FreshSession>;
  end(tx: Tx, session: Session): Promise<void>;
  endAllOf(tx: Tx, userId: string, keep: Session | null): Promise<void>;
  /** A user's living sessions, the last used first. */
  listOf(tx: Tx, userId: string): Promise<OwnSession[]>;
  /** Ends one of a user's sessions; other nodes drop it within moments, writes at once. */
  endOne(tx: Tx, userId: string, sessionId: string): Promise<boolean>;
  /** Ends a user's sessions in one tenant. */
  endIn(tx: Tx, tenantId: string, userId: string): Promise<void>;
  /** Gives a user's sessions in one tenant another role; other nodes know it within 5 s, writes at once. */
  setRole(tx: Tx, owner: SessionOwner): Promise<void>;
  /** Remembers that the session was used; written at most once a minute, and nobody waits for it. */
  touch(session: LiveSession): void;
  /** Waits for the uses that are just being written. */
  settle(): Promise<void>;
  /** Drops one from the cache, or all of them. */
  forget(tokenHash?: string): void;
  forgetUser(userId: string): void;
  signKeyOf(session: LiveSession): SignKey;
}

/** What the sessions stand on. */
export interface SessionDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: MovableClock;
  readonly limits: Limits;
  readonly log: Log;
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

/** A row as dispatch works with it; the signer of the same key is worked out once. */
const liveOf = (
  secrets: Secrets,
  row: Omit<SessionRow, 'last_seen_at'>,
  { tokenHash, known }: { readonly tokenHash: string; readonly known?: LiveSession | undefined },
): LiveSession => ({
  sessionId: row.session_id,
  kind: row.kind,
  userId: row.user_id,
  tenantId: row.tenant_id,
  role: row.role,
  tokenHash,
  keyId: row.key_id,
  signer: known?.keyId === row.key_id ? known.signer : createSigner(secrets.signKeyOf(row.key_id)),
  expiresAt: row.expires_at,
});

/** A new session: token and key are made here, and only the token's digest is handed to be stored. */
const makeSession = async (
  secrets: Secrets,
  { owner, visitor }: { readonly owner: SessionOwner | null; readonly visitor: Visitor },
  insert: (row: NewSession) => Promise<Date>,
): Promise<FreshSession> => {
  const token = newSecret(32);
  const tokenHash = digestOf(token);
  const row = {
    session_id: newSecret(16),
    key_id: newSecret(16),
    kind: owner === null ? 'anon' : 'merchant',
    user_id: owner?.userId ?? null,
    tenant_id: owner?.tenantId ?? null,
    role: owner?.role ?? null,
  } as const;
  const expiresAt = await insert({ ...row, ...visitor, token_hash: Buffer.from(tokenHash, 'base64') });
  return { token, session: liveOf(secrets, { ...row, expires_at: expiresAt }, { tokenHash }) };
};

/** Opens the sessions: opaque tokens, stored as digests, cached for at most 5 s. */
export const createSessions = ({ database, secrets, clock, limits, log }: SessionDeps): Sessions => {
  const idle: IdleLimits = { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes };
  const cache = createSessionCache(clock, idle);
  const touches = new Set<Promise<void>>();
  const reader = database.reading('service');

  const read = async (tokenHash: string): Promise<LiveSession | null> => {
    const row = await findSession(reader, Buffer.from(tokenHash, 'base64'), idle);
    if (row === undefined) {
      cache.delete(tokenHash);
      return null;
    }
    const session = liveOf(secrets, row, { tokenHash, known: cache.peek(tokenHash) });
    cache.put(session, row.last_seen_at.getTime());
    return session;
  };

  return {
    async find(token, exact) {
      const tokenHash = digestOf(token);
      return (exact ? undefined : cache.get(tokenHash)) ?? read(tokenHash);
    },
    beginAnonymous: (visitor) =>
      makeSession(secrets, { owner: null, visitor }, (row) => insertSession(reader, row, limits.sessionHours)),
    async begin(tx, owner, replaced, visitor) {
      const { userId } = owner;
      const fresh = await makeSession(secrets, { owner, visitor }, (row) =>
        insertUserSession(tx, { ...row, user_id: userId }, limits.sessionHours),
      );
      await deleteReplacedSessions(tx, userId, { replacedId: replaced.sessionId, keep: limits.sessionsPerUser });
      return fresh;
    },
    end: (tx, session) => deleteSession(tx, session.sessionId),
    endAllOf: (tx, userId, keep) => endUserSessions(tx, userId, keep?.sessionId ?? null),
    async listOf(tx, userId) {
      const rows = await listUserSessions(tx, userId, idle);
      return rows.map((row) => ({
        sessionId: row.session_id,
        tenantId: row.tenant_id,
        device: row.device,
        address: row.address,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      }));
    },
    async endOne(tx, userId, sessionId) {
      const ended = await deleteUserSession(tx, userId, sessionId);
      cache.deleteUser(userId);
      return ended;
    },
    async endIn(tx, tenantId, userId) {
      await deleteSessionsIn(tx, tenantId, userId);
      cache.deleteUser(userId);
    },
    async setRole(tx, { tenantId, userId, role }) {
      await updateSessionRole(tx, tenantId, { userId, role });
      cache.deleteUser(userId);
    },
    touch(session) {
      if (!cache.touch(session.tokenHash)) return;
      const write = touchSession(reader, session.sessionId)
        .catch((error: unknown) => log.warn({ event: 'sessionTouchFailed', error }))
        .finally(() => touches.delete(write));
      touches.add(write);
    },
    async settle() {
      await Promise.all(touches);
    },
    forget(tokenHash) {
      if (tokenHash === undefined) cache.clear();
      else cache.delete(tokenHash);
    },
    forgetUser: (userId) => cache.deleteUser(userId),
    signKeyOf: (session) => ({
      keyId: session.keyId,
      key: secrets.signKeyOf(session.keyId).toString('base64url'),
      expiresAt: session.expiresAt.toISOString(),
    }),
  };
};
