import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { NodeMark } from '#kernel/jobs/node-mark';
import { silentSec } from '#kernel/silent-node';

/** A node as it enters itself. */
export interface EnteringNode {
  readonly mark: NodeMark;
  readonly version: string;
  readonly address: string;
  /** Digests by name of what has to be equal on all nodes. */
  readonly settings: Readonly<Record<string, string>>;
  /** The data keys that it has read. */
  readonly generations: readonly string[];
}

/** A node that is entered, as others see it. */
export interface LivingNode {
  readonly nodeId: string;
  readonly version: string;
  readonly address: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** Who was away itself cannot say who was silent meanwhile. @unit s */
const attentiveSec = 15;

/** Nodes enter one after the other, so that of two that differ the second sees the first. */
export const lockNodes = async (tx: Tx): Promise<void> => {
  await sql`lock table node in share row exclusive mode`.execute(tx);
};

/** The nodes that were seen lately, the oldest first. */
export const listLivingNodes = async (db: Db): Promise<readonly LivingNode[]> => {
  const { rows } = await sql<LivingNode>`
    select node_id as "nodeId", version, address, settings, started_at as "startedAt", seen_at as "seenAt" from node
    where gone_at is null and seen_at > app_now() - ${silentSec}::int * interval '1 second' order by started_at, node_id`.execute(
    db,
  );
  return rows;
};

const entered = ({ mark, version, address, settings, generations }: EnteringNode) => sql`
  insert into node (node_id, boot, version, address, settings, generations, started_at, seen_at)
  values (${mark.id}, ${mark.boot}, ${version}, ${address}, ${JSON.stringify(settings)}::jsonb, ${[...generations]}::text[], app_now(), app_now())`;

/** Enters a process that starts, in the place of the one that worked on its data folder before; forgets those that are gone for a week. */
export const enterNode = async (tx: Tx, node: EnteringNode): Promise<void> => {
  await sql`delete from node where seen_at < app_now() - interval '7 days'`.execute(tx);
  await sql`${entered(node)} on conflict (node_id) do update
    set boot = excluded.boot, version = excluded.version, address = excluded.address, settings = excluded.settings,
      generations = excluded.generations, started_at = excluded.started_at, seen_at = excluded.seen_at, gone_at = null`.execute(
    tx,
  );
};

/** What the database's migrations say of the versions that it serves. */
const servedFrom = sql`array(select serves_from from schema_migration where serves_from is not null)`;

/** The versions from which on the schema serves, one of each migration that has left older ones behind. */
export const listServedFrom = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ versions: readonly string[] }>`select ${servedFrom} as versions`.execute(db);
  return rows[0]?.versions ?? [];
};

/** What a beat found. */
export interface Beat {
  /** False: this node was declared gone, or another process has its place. */
  readonly isEntered: boolean;
  /** Those that this beat declared gone. */
  readonly gone: readonly string[];
  /** The versions from which on the schema serves. */
  readonly servedFrom: readonly string[];
}

/**
 * Says that a node lives, and declares gone those that were silent for too long. A table that a crash has emptied is filled again.
 * A node that has not beaten itself meanwhile declares nobody gone: after an outage of the database all are late.
 */
export const beatNode = async (db: Db, node: EnteringNode): Promise<Beat> => {
  const { rows } = await sql<Beat>`
    with silent as (
      update node set gone_at = app_now()
      where gone_at is null and node_id <> ${node.mark.id} and seen_at < app_now() - ${silentSec}::int * interval '1 second'
        and exists (select from node own where own.node_id = ${node.mark.id} and own.boot = ${node.mark.boot} and own.gone_at is null
          and own.seen_at > app_now() - ${attentiveSec}::int * interval '1 second')
      returning node_id
    ), own as (
      ${entered(node)} on conflict (node_id) do update set seen_at = excluded.seen_at, address = excluded.address,
        generations = excluded.generations
        where node.boot = excluded.boot and node.gone_at is null
      returning node_id
    )
    select exists (select from own) as "isEntered", array(select node_id from silent) as gone, ${servedFrom} as "servedFrom"`.execute(
    db,
  );
  const [beat] = rows;
  if (beat === undefined) throw new Error('a beat returns a row');
  return beat;
};

/** How many connections the database has for all nodes together. */
export const findConnectionRoom = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ room: number }>`
    select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0)) as room`.execute(db);
  return rows[0]?.room ?? 0;
};

/** Whether every node that lives has read these data keys. One that enters later reads them after it has entered, before it serves. @source running 5.4 */
export const isKnownToAll = async (db: Db, generations: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    select from node where gone_at is null and seen_at > app_now() - ${silentSec}::int * interval '1 second'
      and not generations @> ${[...generations]}::text[] limit 1`.execute(db);
  return rows.length === 0;
};

/** Removes a node that stops. */
export const removeNode = async (db: Db, { id, boot }: NodeMark): Promise<void> => {
  await sql`delete from node where node_id = ${id} and boot = ${boot}`.execute(db);
};
