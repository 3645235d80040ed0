import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { SealedColumn } from '#kernel/secrets/data-keys/sealed-columns';

/** The values of a primary key, in its order. */
export type KeyValues = readonly (string | number)[];

/** What a generation that is not in force has sealed. */
export interface OldRow {
  readonly key: KeyValues;
  readonly sealed: Buffer;
}

const keyNames = ({ key }: SealedColumn): RawBuilder<unknown> => sql.join(key.map(({ name }) => sql.ref(name)));

const isOld = ({ column }: Pick<SealedColumn, 'column'>, prefix: Buffer): RawBuilder<boolean> =>
  sql`${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${prefix.length}::int) <> ${prefix}`;

/**
 * The next part of what does not begin with a prefix, by the primary key, held until the transaction ends. Rows that others hold are left for the next
 * time: nobody waits, and nothing newer is overwritten.
 */
export const takeOldRows = async (
  tx: Tx,
  column: SealedColumn,
  { prefix, after, limit }: { readonly prefix: Buffer; readonly after: KeyValues | null; readonly limit: number },
): Promise<readonly OldRow[]> => {
  const isLater = after === null ? sql`true` : sql`(${keyNames(column)}) > (${sql.join(after)})`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${keyNames(column)}, ${sql.ref(column.column)} as found from ${sql.table(column.table)}
    where ${isOld(column, prefix)} and ${isLater}
    order by ${keyNames(column)} limit ${limit} for no key update skip locked`.execute(tx);
  return rows.map(({ found, ...row }) => ({
    key: column.key.map(({ name }) => row[name] as string | number),
    sealed: found as Buffer,
  }));
};

/** Stores what was sealed anew, of rows that this transaction holds. */
export const updateSealed = async (tx: Tx, column: SealedColumn, rows: readonly OldRow[]): Promise<void> => {
  const values = column.key.map(
    ({ type }, at) => sql`${rows.map(({ key }) => key[at])}::${sql.raw(type === 'text' ? 'text[]' : 'bigint[]')}`,
  );
  const names = column.key.map((_, at) => sql.ref(`k${at}`));
  const isSame = column.key.map(({ name }, at) => sql`t.${sql.ref(name)} = n.${sql.ref(`k${at}`)}`);
  await sql`
    update ${sql.table(column.table)} t set ${sql.ref(column.column)} = decode(n.sealed, 'hex')
    from unnest(${sql.join([...values, sql`${rows.map(({ sealed }) => sealed.toString('hex'))}::text[]`])})
      n (${sql.join([...names, sql.ref('sealed')])})
    where ${sql.join(isSame, sql` and `)}`.execute(tx);
};

/** How many rows do not begin with a prefix, up to a limit; reads the table. */
export const countOld = async (db: Db, column: SealedColumn, prefix: Buffer, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(column.table)} where ${isOld(column, prefix)} limit ${limit}) old`.execute(db);
  return Number(rows[0]?.count ?? 0);
};

/** How many kept replies are sealed and do not begin with a prefix, up to a limit. A reply that is not sealed is JSON, which no letter of these begins. */
export const countOldReplies = async (db: Db, prefix: Buffer, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from idempotency
      where case when reply ~ '^A[A-Za-z0-9+/]{7}' then substring(decode(left(reply, 8), 'base64') from 1 for ${prefix.length}::int) <> ${prefix}
        else false end limit ${limit}) old`.execute(db);
  return Number(rows[0]?.count ?? 0);
};
