import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { KeyPlace, KeyPurpose } from '#kernel/secrets/data-keys/wrapping';

/** A data key that is not dropped. */
export interface DataKeyRow extends KeyPlace {
  readonly wrapped: Buffer;
  readonly master: string;
  readonly wrappedAt: Date;
  /** Whether its master key was turned over in the last day. */
  readonly isTurnedToday: boolean;
  readonly inForceAt: Date | null;
  /** Whether it has been in force so long that nothing begun before is unfinished. */
  readonly isSettled: boolean;
  readonly resealedAt: Date | null;
}

/** The data keys that are not dropped, the oldest first: a handful of rows. */
export const listDataKeys = async (db: Db): Promise<readonly DataKeyRow[]> => {
  const { rows } = await sql<DataKeyRow>`
    select purpose, generation, wrapped, master, wrapped_at as "wrappedAt",
      wrapped_at > made_at and wrapped_at > app_now() - interval '1 day' as "isTurnedToday", in_force_at as "inForceAt",
      coalesce(in_force_at <= app_now() - interval '1 hour', false) as "isSettled", resealed_at as "resealedAt"
    from data_key where wrapped is not null order by purpose, generation`.execute(db);
  return rows;
};

/** Whether the first pepper was dropped, whose key is a file: the row that says so has none. */
export const isFirstPepperDropped = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from data_key where purpose = 'pepper' and generation = 1`.execute(db);
  return rows.length > 0;
};

/** Drops the first pepper. */
export const insertFirstPepperDropped = async (tx: Tx, master: string): Promise<void> => {
  const now = sql<Date>`app_now()`;
  await tx
    .insertInto('data_key')
    .values({ purpose: 'pepper', generation: 1, wrapped: null, master, in_force_at: now, retired_at: now })
    .execute();
};

/** Only one process changes data keys at a time; reading goes on. */
export const lockDataKeys = async (tx: Tx): Promise<void> => {
  await sql`lock table data_key in share row exclusive mode`.execute(tx);
};

/** A data key to store. */
export interface NewDataKey extends KeyPlace {
  readonly wrapped: Buffer;
  readonly master: string;
  readonly isInForce: boolean;
}

/** Adds data keys; a generation that is there already stays. */
export const insertDataKeys = async (tx: Tx, keys: readonly NewDataKey[]): Promise<void> => {
  const rows = keys.map(({ isInForce, ...key }) => ({ ...key, in_force_at: isInForce ? sql<Date>`app_now()` : null }));
  await tx
    .insertInto('data_key')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['purpose', 'generation']).doNothing())
    .execute();
};

/** Stores a data key as another master key wraps it. */
export const updateWrapped = async (
  tx: Tx,
  { purpose, generation }: KeyPlace,
  { wrapped, master }: { readonly wrapped: Buffer; readonly master: string },
): Promise<void> => {
  await tx
    .updateTable('data_key')
    .set({ wrapped, master, wrapped_at: sql<Date>`app_now()` })
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .execute();
};

/** Puts the generations that wait in force. */
export const updateInForce = async (tx: Tx, places: readonly KeyPlace[]): Promise<void> => {
  for (const { purpose, generation } of places)
    await tx
      .updateTable('data_key')
      .set({ in_force_at: sql<Date>`app_now()` })
      .where('purpose', '=', purpose)
      .where('generation', '=', generation)
      .where('in_force_at', 'is', null)
      .execute();
};

/** Has what stands under older generations looked for once more. */
export const clearResealed = async (tx: Tx, { purpose, generation }: KeyPlace): Promise<void> => {
  await tx
    .updateTable('data_key')
    .set({ resealed_at: null })
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .execute();
};

/** Notes that nothing stands under a generation before this one. */
export const updateResealed = async (tx: Tx, { purpose, generation }: KeyPlace): Promise<void> => {
  await tx
    .updateTable('data_key')
    .set({ resealed_at: sql<Date>`app_now()` })
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .execute();
};

/** Drops generations: their keys are gone. */
export const updateRetired = async (tx: Tx, places: readonly KeyPlace[]): Promise<void> => {
  for (const { purpose, generation } of places)
    await tx
      .updateTable('data_key')
      .set({ wrapped: null, retired_at: sql<Date>`app_now()` })
      .where('purpose', '=', purpose)
      .where('generation', '=', generation)
      .execute();
};

/** The highest generation that a purpose ever had. */
export const findLastGeneration = async (tx: Tx, purpose: KeyPurpose): Promise<number> => {
  const found = await tx
    .selectFrom('data_key')
    .select((eb) => eb.fn.max('generation').as('last'))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return found?.last ?? 0;
};

/** The private part of some key of contract 3, sealed: what shows before the first data key whether a master key is the right one. */
export const findSealedPrivate = async (db: Db): Promise<Buffer | undefined> => {
  const found = await db
    .selectFrom('crypto_key')
    .select('sealed_private')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.sealed_private;
};

/** Whether the trail has seals: an installation that was used before it had data keys. */
export const hasSeals = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('audit_seal').select('seal_no').limit(1).executeTakeFirst()) !== undefined;
