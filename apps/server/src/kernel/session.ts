import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { MovableClock } from '#kernel/clock';
import type { Session, SessionOwner, SignKey } from '#kernel/context';
import type { Database, Tx } from '#kernel/db';
import { newSecret } from '#kernel/ids';
import type { Limits, Log } from '#kernel/ports';
import type { Secrets } from '#kernel/secrets';
import {
  deleteReplacedSessions,
  deleteSession,
  deleteSessionsIn,
  endUserSessions,
  findSession,
  type IdleLimits,
  insertSession,
  insertUserSession,
  type NewSession,
  type SessionRow,
  touchSession,
  updateSessionRole,
} from '#kernel/session.sql';

/** A session as dispatch works with it: the reader's part, and the key that its calls are signed with. */
export interface LiveSession extends Session {
  readonly tokenHash: string;
  readonly keyId: string;
  readonly signKey: KeyObject;
  readonly expiresAt: Date;
}

/** A session that was just made, with the token that goes into the cookie and nowhere else. */
export interface FreshSession {
  readonly token: string;
  readonly session: LiveSession;
}

/** Who asks for a session, for the list of one's devices. */
export interface Visitor {
  readonly address: string;
  readonly device: string;
}

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
  /** Ends a user's sessions in one tenant. */
  endIn(tx: Tx, tenantId: string, userId: string): Promise<void>;
  /** Gives a user's sessions in one tenant another role; other nodes know it within 5 s, writes at once. */
  setRole(tx: Tx, owner: SessionOwner): Promise<void>;
  /** Remembers that the session was used; written at most once a minute, and nobody waits for it. */
  touch(session: LiveSession): void;
  /** Drops one from the cache, or all of them. */
  forget(tokenHash?: string): void;
  forgetUser(userId: string): void;
  signKeyOf(session: LiveSession): SignKey;
}

interface Cached {
  readonly session: LiveSession;
  readonly readAtMs: number;
  readonly lastSeenMs: number;
  touchedAtMs: number;
}

const cacheMs = 5000;
const touchMs = 60_000;
const maxCached = 50_000;

/** What the sessions stand on. */
export interface SessionDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: MovableClock;
  readonly limits: Limits;
  readonly log: Log;
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

/** Opens the sessions: opaque tokens, stored as digests, cached for at most 5 s. */
export const createSessions = ({ database, secrets, clock, limits, log }: SessionDeps): Sessions => {
  const cache = new Map<string, Cached>();
  const reader = database.reading('service');
  const idle: IdleLimits = { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes };

  const liveOf = (row: Omit<SessionRow, 'last_seen_at'>, tokenHash: string): LiveSession => ({
    sessionId: row.session_id,
    kind: row.kind,
    userId: row.user_id,
    tenantId: row.tenant_id,
    role: row.role,
    tokenHash,
    keyId: row.key_id,
    signKey: createSecretKey(secrets.signKeyOf(row.key_id)),
    expiresAt: row.expires_at,
  });

  const isFresh = (entry: Cached, nowMs: number): boolean => {
    const idleMs = (entry.session.kind === 'ops' ? idle.ops : idle.merchant) * 60_000;
    return (
      Math.abs(nowMs - entry.readAtMs) < cacheMs &&
      nowMs < entry.session.expiresAt.getTime() &&
      nowMs < Math.max(entry.lastSeenMs, entry.touchedAtMs) + idleMs
    );
  };

  const read = async (tokenHash: string): Promise<LiveSession | null> => {
    const row = await findSession(reader, Buffer.from(tokenHash, 'base64'), idle);
    if (row === undefined) {
      cache.delete(tokenHash);
      return null;
    }
    const known = cache.get(tokenHash);
    const isKnown = known?.session.keyId === row.key_id && known.session.role === row.role;
    const session = isKnown ? known.session : liveOf(row, tokenHash);
    if (cache.size >= maxCached) cache.clear();
    const lastSeenMs = row.last_seen_at.getTime();
    cache.set(tokenHash, {
      session,
      readAtMs: clock.nowMs(),
      lastSeenMs,
      touchedAtMs: known?.touchedAtMs ?? lastSeenMs,
    });
    return session;
  };

  const make = async (
    owner: SessionOwner | null,
    visitor: Visitor,
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
    return { token, session: liveOf({ ...row, expires_at: expiresAt }, tokenHash) };
  };

  const forgetUser = (userId: string): void => {
    for (const [tokenHash, entry] of cache) if (entry.session.userId === userId) cache.delete(tokenHash);
  };

  return {
    async find(token, exact) {
      const tokenHash = digestOf(token);
      const cached = cache.get(tokenHash);
      if (!exact && cached !== undefined && isFresh(cached, clock.nowMs())) return cached.session;
      return read(tokenHash);
    },
    beginAnonymous: (visitor) => make(null, visitor, (row) => insertSession(reader, row, limits.sessionHours)),
    async begin(tx, owner, replaced, visitor) {
      const { userId } = owner;
      const fresh = await make(owner, visitor, (row) =>
        insertUserSession(tx, { ...row, user_id: userId }, limits.sessionHours),
      );
      await deleteReplacedSessions(tx, userId, { replacedId: replaced.sessionId, keep: limits.sessionsPerUser });
      return fresh;
    },
    end: (tx, session) => deleteSession(tx, session.sessionId),
    endAllOf: (tx, userId, keep) => endUserSessions(tx, userId, keep?.sessionId ?? null),
    async endIn(tx, tenantId, userId) {
      await deleteSessionsIn(tx, tenantId, userId);
      forgetUser(userId);
    },
    async setRole(tx, { tenantId, userId, role }) {
      await updateSessionRole(tx, tenantId, { userId, role });
      forgetUser(userId);
    },
    touch(session) {
      const entry = cache.get(session.tokenHash);
      const nowMs = clock.nowMs();
      if (entry === undefined || nowMs - entry.touchedAtMs < touchMs) return;
      entry.touchedAtMs = nowMs;
      touchSession(reader, session.sessionId).catch((error: unknown) => {
        log.warn({ event: 'sessionTouchFailed', error });
      });
    },
    forget(tokenHash) {
      if (tokenHash === undefined) cache.clear();
      else cache.delete(tokenHash);
    },
    forgetUser,
    signKeyOf: (session) => ({
      keyId: session.keyId,
      key: secrets.signKeyOf(session.keyId).toString('base64url'),
      expiresAt: session.expiresAt.toISOString(),
    }),
  };
};
