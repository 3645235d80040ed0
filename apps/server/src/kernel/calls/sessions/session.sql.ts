import type { Area, MemberRole, StaffRole } from '@ronghui/contract';
import { sql } from 'kysely';
import type { StaffSetupStep } from '#kernel/calls/context';
import { announce, type Db, type Tx } from '#kernel/database/db';

/** An open session. */
export interface SessionRow {
  readonly session_id: string;
  readonly key_id: string;
  readonly area: Area;
  readonly kind: 'anon' | 'merchant' | 'ops';
  readonly user_id: string | null;
  readonly tenant_id: string | null;
  readonly role: MemberRole | null;
  readonly staff_id: string | null;
  readonly staff_roles: StaffRole[];
  readonly pending_setup: StaffSetupStep[];
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

/** How long an unused session stays open. @unit minutes */
export interface IdleLimits {
  readonly merchant: number;
  readonly ops: number;
}

const idleEnd = (idle: IdleLimits) =>
  sql<Date>`s.last_seen_at + case s.area when 'ops' then ${idle.ops}::float8 else ${idle.merchant}::float8 end * interval '1 minute'`;

/** The open session of a token: not expired, not idle too long, and with its owner's current epoch. By its unique digest. */
export const findSession = async (db: Db, tokenHash: Buffer, idle: IdleLimits): Promise<SessionRow | undefined> => {
  const row = await db
    .selectFrom('session as s')
    .leftJoin('session_epoch as e', 'e.user_id', 's.owner_id')
    .select([
      's.session_id',
      's.key_id',
      's.area',
      's.kind',
      's.user_id',
      's.tenant_id',
      's.role',
      's.staff_id',
      's.staff_roles',
      's.pending_setup',
      's.last_seen_at',
      's.expires_at',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where(sql<boolean>`s.expires_at > app_now()`)
    .where(sql<boolean>`${idleEnd(idle)} > app_now()`)
    .where(sql<boolean>`coalesce(e.epoch, 0) = s.epoch`)
    .executeTakeFirst();
  // The check constraints allow the contract's roles and kinds only.
  return row as SessionRow | undefined;
};

/** Which of some tokens have an open session, as `findSession` has it; in one statement, by their unique digests. */
export const listOpenTokens = async (db: Db, tokenHashes: readonly Buffer[], idle: IdleLimits): Promise<Buffer[]> => {
  const rows = await db
    .selectFrom('session as s')
    .leftJoin('session_epoch as e', 'e.user_id', 's.owner_id')
    .select('s.token_hash')
    .where('s.token_hash', '=', sql<Buffer>`any(${tokenHashes})`)
    .where(sql<boolean>`s.expires_at > app_now()`)
    .where(sql<boolean>`${idleEnd(idle)} > app_now()`)
    .where(sql<boolean>`coalesce(e.epoch, 0) = s.epoch`)
    .execute();
  return rows.map(({ token_hash: tokenHash }) => tokenHash);
};

/** The values of a new session. */
export interface NewSession {
  readonly session_id: string;
  readonly token_hash: Buffer;
  readonly key_id: string;
  readonly area: Area;
  readonly kind: 'anon' | 'merchant' | 'ops';
  readonly user_id: string | null;
  readonly tenant_id: string | null;
  readonly role: MemberRole | null;
  readonly staff_id: string | null;
  readonly staff_roles: StaffRole[];
  readonly pending_setup: StaffSetupStep[];
  readonly device: string;
  readonly address: string;
}

/** Adds an anonymous session; returns when it ends at the latest. */
export const insertSession = async (db: Db, row: NewSession, hours: number): Promise<Date> => {
  const added = await db
    .insertInto('session')
    .values({
      ...row,
      expires_at: sql<Date>`app_now() + ${hours}::float8 * interval '1 hour'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return added.expires_at;
};

/** Notifies every node to drop ended sessions from its cache. */
const announceEnd = (tx: Tx, gone: readonly { readonly token_hash: Buffer }[]): void => {
  for (const { token_hash: tokenHash } of gone) announce(tx, 'session_ended', tokenHash.toString('base64'));
};

/** Ends one session. */
export const deleteSession = async (tx: Tx, sessionId: string): Promise<void> => {
  announceEnd(tx, await tx.deleteFrom('session').where('session_id', '=', sessionId).returning('token_hash').execute());
};

/**
 * Adds an owner's session with their current epoch; it goes on with the visit of the session that it replaces. It locks the epoch's row (inserted when missing), so that parallel logins of an owner wait for each other. One
 * statement; returns when the session ends at the latest.
 */
export const insertOwnedSession = async (
  tx: Tx,
  row: NewSession,
  { ownerId, replacedId, hours }: { readonly ownerId: string; readonly replacedId: string; readonly hours: number },
): Promise<Date> => {
  const added = await tx
    .with('present', (part) =>
      part
        .insertInto('session_epoch')
        .values({ user_id: ownerId, epoch: 0 })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ epoch: sql<number>`session_epoch.epoch` }))
        .returning('epoch'),
    )
    .insertInto('session')
    .values({
      ...row,
      epoch: sql<number>`(select epoch from present)`,
      visit_id: sql<string>`coalesce((select coalesce(r.visit_id, r.session_id) from session r where r.session_id = ${replacedId}), ${replacedId})`,
      expires_at: sql<Date>`app_now() + ${hours}::float8 * interval '1 hour'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return added.expires_at;
};

/**
 * Ends the session that a login replaced, and the owner's oldest beyond `keep`; their epoch is locked by `insertOwnedSession`. Tells whether the
 * replaced one was still open: there, and with its owner's current epoch.
 */
export const deleteReplacedSessions = async (
  tx: Tx,
  ownerId: string,
  { replacedId, keep }: { readonly replacedId: string; readonly keep: number },
): Promise<{ readonly wasOpen: boolean }> => {
  const gone = await tx
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('session_id', '=', replacedId),
        eb('session_id', 'in', (inner) =>
          inner
            .selectFrom('session')
            .select('session_id')
            .where('owner_id', '=', ownerId)
            .where('session_id', '<>', replacedId)
            .orderBy('created_at', 'desc')
            .orderBy('session_id')
            .offset(keep),
        ),
      ]),
    )
    .returning(['session_id', 'token_hash'])
    .returning((eb) => [
      eb(
        'epoch',
        '=',
        eb.selectFrom('session_epoch').select('session_epoch.epoch').where('session_epoch.user_id', '=', ownerId),
      ).as('is_current'),
    ])
    .execute();
  announceEnd(tx, gone);
  return { wasOpen: gone.some((row) => row.session_id === replacedId && row.is_current === true) };
};

/** Ends all sessions of an owner: increments the epoch and deletes the rows; a session that is kept gets the new epoch. */
export const endUserSessions = async (tx: Tx, ownerId: string, keepSessionId: string | null): Promise<void> => {
  const moved = await tx
    .insertInto('session_epoch')
    .values({ user_id: ownerId, epoch: 1 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ epoch: sql<number>`session_epoch.epoch + 1` }))
    .returning('epoch')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('session')
    .set({ epoch: moved.epoch })
    .where('owner_id', '=', ownerId)
    .where('session_id', '=', keepSessionId ?? '')
    .execute();
  const gone = await tx
    .deleteFrom('session')
    .where('owner_id', '=', ownerId)
    .where('session_id', '<>', keepSessionId ?? '')
    .returning('token_hash')
    .execute();
  announceEnd(tx, gone);
};

/** An owner's open sessions, the last used first: at most the permitted number, and some that are just ending. By session_by_owner. */
export const listUserSessions = (tx: Tx, ownerId: string, idle: IdleLimits) =>
  tx
    .selectFrom('session as s')
    .leftJoin('session_epoch as e', 'e.user_id', 's.owner_id')
    .select(['s.session_id', 's.tenant_id', 's.device', 's.address', 's.created_at', 's.last_seen_at'])
    .where('s.owner_id', '=', ownerId)
    .where(sql<boolean>`s.expires_at > app_now()`)
    .where(sql<boolean>`${idleEnd(idle)} > app_now()`)
    .where(sql<boolean>`coalesce(e.epoch, 0) = s.epoch`)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.session_id')
    .limit(50)
    .execute();

/** Ends one of an owner's sessions; false when the owner has no such session. Primary key. */
export const deleteUserSession = async (tx: Tx, ownerId: string, sessionId: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('session')
    .where('session_id', '=', sessionId)
    .where('owner_id', '=', ownerId)
    .returning('token_hash')
    .execute();
  announceEnd(tx, gone);
  return gone.length > 0;
};

/** Ends a user's sessions in one tenant; those in their other tenants stay open. By session_by_owner. */
export const deleteSessionsIn = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('session').where('owner_id', '=', userId).where('tenant_id', '=', tenantId).execute();
};

/** Sets the role of a user's sessions in one tenant. By session_by_owner. */
export const updateSessionRole = async (
  tx: Tx,
  tenantId: string,
  member: { readonly userId: string; readonly role: MemberRole },
): Promise<void> => {
  await tx
    .updateTable('session')
    .set({ role: member.role })
    .where('owner_id', '=', member.userId)
    .where('tenant_id', '=', tenantId)
    .execute();
};

/** Extends the idle timeout, at most once a minute. */
export const touchSession = async (db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql<Date>`app_now()` })
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`last_seen_at < app_now() - interval '59 seconds'`)
    .execute();
};

/** Deletes ended sessions; at most `limit` rows a run, by the index on their end. */
export const deleteExpiredSessions = async (db: Db, idle: IdleLimits, limit: number): Promise<number> => {
  const gone = await sql`
    delete from session where session_id in (
      select s.session_id from session s where s.expires_at < app_now() or ${idleEnd(idle)} < app_now() limit ${limit})`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0);
};

/** Caps every session's end at its length from now, and its last use at now: a clock that was set back extends none. */
export const correctSessions = async (
  tx: Tx,
  hours: { readonly merchant: number; readonly ops: number },
): Promise<void> => {
  const end = sql`app_now() + case area when 'ops' then ${hours.ops}::float8 else ${hours.merchant}::float8 end * interval '1 hour'`;
  await sql`
    update session set expires_at = least(expires_at, ${end}), last_seen_at = least(last_seen_at, app_now())
    where expires_at > ${end} or last_seen_at > app_now()`.execute(tx);
};
