import type { Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

type Saved = Output<'ops.lineImport.mappings'>['items'][number];

/** How many mappings are kept. */
export const mappingsAtMost = 100;

/** The mappings that are kept, by name: a hundred at most. */
export const listSavedMappings = async (db: Db): Promise<Saved[]> => {
  const rows = await db.selectFrom('line_mapping').selectAll().orderBy('name').limit(mappingsAtMost).execute();
  return rows.map(({ name, mapping, saved_by: by, saved_at: at }) => ({
    name,
    mapping: [...mapping],
    by,
    at: at.toISOString(),
  }));
};

/** Keeps a mapping under a name; null, and nothing stored, where the name is new and a hundred are kept. Writers wait for each other. */
export const upsertMapping = async (
  tx: Tx,
  { name, mapping, by }: Pick<Saved, 'name' | 'mapping' | 'by'>,
): Promise<Date | null> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('line_mapping', 0))`.execute(tx);
  const { rows } = await sql<{ saved_at: Date }>`
    insert into line_mapping (name, mapping, saved_by)
      select ${name}, ${JSON.stringify(mapping)}::jsonb, ${by}
      where exists (select from line_mapping where name = ${name}) or (select count(*) from line_mapping) < ${mappingsAtMost}
    on conflict (name) do update set mapping = excluded.mapping, saved_by = excluded.saved_by, saved_at = app_now()
    returning saved_at`.execute(tx);
  return rows[0]?.saved_at ?? null;
};

/** Removes a mapping; false where there is none of that name. */
export const deleteMapping = async (tx: Tx, name: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('line_mapping').where('name', '=', name).executeTakeFirst();
  return numDeletedRows === 1n;
};
