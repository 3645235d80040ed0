import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { NonceAnswer } from '#kernel/ports';

/** A claim as the database takes it. */
export interface StoredClaim {
  /** 128 bits of a digest of key and nonce. */
  readonly id: string;
  readonly epoch: string;
  /** @unit epoch ms */
  readonly sentMs: number;
  readonly windowMs: number;
}

/** The answers to claims, in their order, and the epoch that they were given in; null where there is none. */
export interface ClaimAnswers {
  readonly answers: readonly NonceAnswer[];
  readonly epoch: string | null;
}

/** A ring of this many minutes. @source migration 0107 */
const slots = 24;
const minuteMs = 60_000;

/**
 * Claims nonces, each id once, in one statement: epoch, freshness and the insert are decided at one moment, by this database and its clock. A timestamp is signed, so that a
 * call that comes again names the same slot.
 */
export const claimNonces = async (db: Db, claims: readonly StoredClaim[]): Promise<ClaimAnswers> => {
  const { rows } = await sql<{ answer: NonceAnswer; epoch: string | null }>`
    with here as materialized (
      select epoch, extract(epoch from app_now()) * 1000 as now_ms from shared_epoch where home = shared_home()
    ), judged as materialized (
      select asked.*, case when here.epoch is distinct from asked.epoch then 'lost'
        when abs(here.now_ms - asked.sent_ms) > asked.window_ms then 'late' end as refused, here.epoch as present
      from unnest(
        ${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ epoch }) => epoch)}::text[],
        ${claims.map(({ sentMs }) => sentMs)}::bigint[], ${claims.map(({ windowMs }) => windowMs)}::bigint[]
      ) with ordinality as asked (id, epoch, sent_ms, window_ms, at) left join here on true
    ), made as (
      insert into shared_nonce (slot, id) select sent_ms / ${minuteMs}::bigint % ${slots}::bigint, id from judged where refused is null order by id
      on conflict do nothing returning id
    )
    select coalesce(judged.refused, case when made.id is null then 'seen' else 'new' end) as answer, judged.present as epoch
    from judged left join made on made.id = judged.id order by judged.at`.execute(db);
  return { answers: rows.map(({ answer }) => answer), epoch: rows[0]?.epoch ?? null };
};

/** The epoch in force; where there is none, this one begins, with an empty state. */
export const beginEpoch = async (db: Db, fresh: string): Promise<string> => {
  const { rows } = await sql<{ epoch: string }>`select begin_shared_epoch(${fresh}) as epoch`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('no epoch');
  return found.epoch;
};

/** Empties the slots of minutes that are over. @returns how many had rows */
export const sweepNonces = async (db: Db, windowMinutes: number): Promise<number> => {
  const { rows } = await sql<{ swept: number }>`select sweep_shared_nonces(${windowMinutes}) as swept`.execute(db);
  return rows[0]?.swept ?? 0;
};

/** The clock that decides. @unit epoch ms */
export const findNowMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    nowMs: number;
  }>`select (extract(epoch from app_now()) * 1000)::float8 as "nowMs"`.execute(db);
  return rows[0]?.nowMs ?? Number.NaN;
};
