import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#kernel/database/db';

/** How far a primary has written, and when it was asked. */
interface Position {
  /** Of its log, as `pg_lsn` writes it. */
  readonly written: string;
  readonly askedAt: Date;
  /** The identifier that a primary and all of its replicas have in common. */
  readonly system: string;
}

/** How a replica stands to a position of its primary. */
interface Standing {
  readonly system: string;
  readonly isStandby: boolean;
  readonly hasReplayed: boolean;
  /** From the last commit that it has replayed to the moment of the position; null where it has replayed none. @unit seconds */
  readonly behindSec: number | null;
}

/** Which server and which database answers. */
export interface Identity {
  readonly system: string;
  /** Since when the server runs: no two of one system have it in common. */
  readonly startedAt: string;
  readonly isStandby: boolean;
  readonly database: string;
}

const system = sql`(select system_identifier::text from pg_control_system())`;

const oneOf = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without a table returns a row');
  return row;
};

/** Reads how far the primary has written: all that was committed before is below it. */
export const findPosition = async (primary: Db): Promise<Position> => {
  const { rows } = await sql<Position>`
    select pg_current_wal_lsn()::text as written, clock_timestamp() as "askedAt", ${system} as system`.execute(primary);
  return oneOf(rows);
};

/** Reads how a replica stands to a position. Functions are not named with their schema, so that a test can play a standby. */
export const findStanding = async (replica: Db, { written, askedAt }: Position): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select ${system} as system, pg_is_in_recovery() as "isStandby",
      coalesce(pg_last_wal_replay_lsn() >= ${written}::pg_lsn, false) as "hasReplayed",
      extract(epoch from ${askedAt}::timestamptz - pg_last_xact_replay_timestamp())::float8 as "behindSec"`.execute(
    replica,
  );
  return oneOf(rows);
};

const identity = sql<Identity>`
  select ${system} as system, extract(epoch from pg_postmaster_start_time())::text as "startedAt",
    pg_is_in_recovery() as "isStandby", current_database()::text as database`;

/** Reads who answers. */
export const findIdentity = async (db: Db): Promise<Identity> => oneOf((await identity.execute(db)).rows);

/** Reads who answers over a connection of another kind; the statement is built by a database of ours. */
export const findIdentityOver = async (client: pg.Client, builder: Db): Promise<Identity> =>
  oneOf((await client.query<Identity>(identity.compile(builder).sql)).rows);
