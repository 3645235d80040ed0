import type { Area } from '@ronghui/contract';
import {
  type MemberOwner,
  type OwnSession,
  ownerIdOf,
  type Session,
  type SessionOwner,
  type SignKey,
} from '#kernel/calls/context';
import { createDigests } from '#kernel/calls/envelope/recent-digests';
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
  insertOwnedSession,
  insertSession,
  listOpenTokens,
  listUserSessions,
  type NewSession,
  type SessionRow,
  touchSession,
  updateSessionRole,
} from '#kernel/calls/sessions/session.sql';
import { createSessionCache } from '#kernel/calls/sessions/session-cache';
import { columnsOf, type OwnerColumns, sessionOf } from '#kernel/calls/sessions/session-owner';
import type { Database, Db, Tx } from '#kernel/database/db';
import type { FastState, Limits, Log } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';
import type { Secrets } from '#kernel/secrets/secrets';
import type { MovableClock } from '#kernel/setup/clock';
import { newSecret } from '#kernel/setup/ids';

/** The sessions of the installation (security 4.1). */
export interface Sessions {
  /** The open session of a cookie's token. A cached one is at most 5 s old; `exact` reads the database. */
  find(token: string, exact: boolean): LiveSession | Promise<LiveSession | null>;
  /** Which of some sessions are open, by the digests of their tokens; none is used by it. */
  listOpen(tokenHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a key is of an epoch that this node had not heard of: the shared state was lost, and another node knew it first. */
  isOfLaterEpoch(keyId: string): boolean | Promise<boolean>;
  /** A new anonymous session, for the pages of an area. */
  beginAnonymous(area: Area, visitor: Visitor): Promise<FreshSession>;
  /** An owner's new session; the replaced one ends, and the owner's oldest beyond the limit. Refused where the replaced one was theirs and has ended meanwhile. */
  begin(tx: Tx, owner: SessionOwner, replaced: Session, visitor: Visitor): Promise<FreshSession>;
  end(tx: Tx, session: Session): Promise<void>;
  endAllOf(tx: Tx, ownerId: string, keep: Session | null): Promise<void>;
  /** A user's open sessions, the last used first. */
  listOf(tx: Tx, userId: string): Promise<OwnSession[]>;
  /** Ends one of a user's sessions; reads on other nodes drop it within moments, writes at once. */
  endOne(tx: Tx, userId: string, sessionId: string): Promise<boolean>;
  /** Ends a user's sessions in one tenant. */
  endIn(tx: Tx, tenantId: string, userId: string): Promise<void>;
  /** Sets the role of a user's sessions in one tenant; reads on other nodes use it within 5 s, writes at once. */
  setRole(tx: Tx, owner: MemberOwner): Promise<void>;
  /** Records that the session was used: at most once a minute, in the background. */
  touch(session: LiveSession): void;
  /** Waits for pending writes of uses. */
  settle(): Promise<void>;
  /** Drops one session from the cache, or all. */
  forget(tokenHash?: string): void;
  forgetOwner(ownerId: string): void;
  signKeyOf(session: LiveSession): SignKey;
}

/** Dependencies. */
export interface SessionDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: MovableClock;
  readonly limits: Limits;
  readonly log: Log;
  readonly fast: Pick<FastState, 'epoch' | 'askEpoch'>;
}

const maxTokenLength = 100;
const digestOf = createDigests('base64', maxTokenLength);

/** What keys are derived from. */
type KeySource = Pick<SessionDeps, 'secrets' | 'fast'>;

/**
 * Converts a row for dispatch; the signer of an unchanged key is reused. A key is of a session and of an epoch of the shared state: where that is
 * lost, every session gets another one.
 */
const liveOf = (
  { secrets: { signing }, fast }: KeySource,
  row: Omit<SessionRow, 'last_seen_at'>,
  { tokenHash, known }: { readonly tokenHash: string; readonly known?: LiveSession | undefined },
): LiveSession => {
  const { epoch } = fast;
  const keyId = `${signing.keyIdOf(row.key_id)}.${epoch}`;
  const signer = known?.keyId === keyId ? known.signer : createSigner(signing.keyOf(keyId));
  return { ...sessionOf(row), tokenHash, keyId, epoch, signer, expiresAt: row.expires_at };
};

/** The start-up call must not hand out a cached key of an epoch that is over. */
const ofThisEpoch = ({ epoch }: SessionDeps['fast'], cached: LiveSession | undefined): LiveSession | undefined =>
  cached?.epoch === epoch ? cached : undefined;

const isOfLaterEpoch = (fast: SessionDeps['fast'], keyId: string): boolean | Promise<boolean> => {
  const before = fast.epoch;
  const epoch = keyId.slice(keyId.lastIndexOf('.') + 1);
  if (epoch === before) return false;
  const present = fast.askEpoch();
  const isLater = (asked: string) => asked !== before && asked === epoch;
  return typeof present === 'string' ? isLater(present) : present.then(isLater);
};

/** Creates token and key of a new session; only the token's digest is stored. */
const makeSession = async (
  source: KeySource,
  { columns, visitor }: { readonly columns: OwnerColumns; readonly visitor: Visitor },
  insert: (row: NewSession) => Promise<Date>,
): Promise<FreshSession> => {
  const token = newSecret(32);
  const tokenHash = digestOf(token);
  const row = { ...columns, session_id: newSecret(16), key_id: newSecret(16) };
  const expiresAt = await insert({ ...row, ...visitor, token_hash: Buffer.from(tokenHash, 'base64') });
  return { token, session: liveOf(source, { ...row, expires_at: expiresAt }, { tokenHash }) };
};

const ownSessionOf = (row: Awaited<ReturnType<typeof listUserSessions>>[number]): OwnSession => ({
  sessionId: row.session_id,
  tenantId: row.tenant_id,
  device: row.device,
  address: row.address,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

const listOpen = async (db: Db, tokenHashes: readonly string[], idle: IdleLimits): Promise<ReadonlySet<string>> => {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash, 'base64'));
  return new Set((await listOpenTokens(db, hashes, idle)).map((hash) => hash.toString('base64')));
};

/** Creates the session store: opaque tokens, stored as digests, cached for at most 5 s. */
export const createSessions = ({ database, secrets, clock, limits, log, fast }: SessionDeps): Sessions => {
  const source: KeySource = { secrets, fast };
  const idle: IdleLimits = { merchant: limits.sessionIdleMinutes, ops: limits.opsSessionIdleMinutes };
  const hoursOf = (area: Area): number => (area === 'ops' ? limits.opsSessionHours : limits.sessionHours);
  const cache = createSessionCache(clock, idle);
  const touches = new Set<Promise<void>>();
  const reader = database.reading('service', 'entry');

  const read = async (tokenHash: string): Promise<LiveSession | null> => {
    const row = await findSession(reader, Buffer.from(tokenHash, 'base64'), idle);
    if (row === undefined) {
      cache.delete(tokenHash);
      return null;
    }
    const session = liveOf(source, row, { tokenHash, known: cache.peek(tokenHash) });
    cache.put(session, row.last_seen_at.getTime());
    return session;
  };

  return {
    find(token, exact) {
      const tokenHash = digestOf(token);
      return (exact ? undefined : ofThisEpoch(fast, cache.get(tokenHash))) ?? read(tokenHash);
    },
    listOpen: (tokenHashes) => listOpen(reader, tokenHashes, idle),
    isOfLaterEpoch: (keyId) => isOfLaterEpoch(fast, keyId),
    beginAnonymous: (area, visitor) =>
      makeSession(source, { columns: columnsOf(null, area), visitor }, (row) =>
        insertSession(reader, row, hoursOf(area)),
      ),
    async begin(tx, owner, replaced, visitor) {
      const ownerId = 'staffId' in owner ? owner.staffId : owner.userId;
      const columns = columnsOf(owner, replaced.area);
      // In one flight, and in this order: the new session counts among those that are kept.
      const [fresh, { wasOpen }] = await Promise.all([
        makeSession(source, { columns, visitor }, (row) =>
          insertOwnedSession(tx, row, { ownerId, replacedId: replaced.sessionId, hours: hoursOf(columns.area) }),
        ),
        deleteReplacedSessions(tx, ownerId, { replacedId: replaced.sessionId, keep: limits.sessionsPerUser }),
      ]);
      // A session that was ended while its call waited for the epoch must not live on in the one that follows it; nor has it two followers.
      if (ownerIdOf(replaced) === ownerId && !wasOpen) throw new Refusal('RHSY401');
      return fresh;
    },
    end: (tx, session) => deleteSession(tx, session.sessionId),
    endAllOf: (tx, ownerId, keep) => endUserSessions(tx, ownerId, keep?.sessionId ?? null),
    async listOf(tx, userId) {
      const rows = await listUserSessions(tx, userId, idle);
      return rows.map(ownSessionOf);
    },
    async endOne(tx, userId, sessionId) {
      const ended = await deleteUserSession(tx, userId, sessionId);
      cache.deleteOwner(userId);
      return ended;
    },
    async endIn(tx, tenantId, userId) {
      await deleteSessionsIn(tx, tenantId, userId);
      cache.deleteOwner(userId);
    },
    async setRole(tx, { tenantId, userId, role }) {
      await updateSessionRole(tx, tenantId, { userId, role });
      cache.deleteOwner(userId);
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
    forget: (tokenHash) => (tokenHash === undefined ? cache.clear() : cache.delete(tokenHash)),
    forgetOwner: (ownerId) => cache.deleteOwner(ownerId),
    signKeyOf: (session) => ({
      keyId: session.keyId,
      key: secrets.signing.keyOf(session.keyId).toString('base64url'),
      expiresAt: session.expiresAt.toISOString(),
    }),
  };
};
