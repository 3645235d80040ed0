import type { StaffRole } from '@ronghui/contract';
import type { DeskKind } from '@ronghui/domain/desk';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { likeText } from '#kernel/database/fragments.sql';
import { isTyped, nameHas } from '#kernel/database/name-search.sql';

/** A thing that can be taken. */
export interface Thing {
  readonly kind: DeskKind;
  readonly objectId: string;
}

/** Where things of a kind wait: the condition of `object_id` in `a`. */
const waits: Readonly<Record<DeskKind, RawBuilder<unknown>>> = {
  certification: sql`select tenant_id from certification where submission_no = a.object_id and status in ('pending', 'pendingTransfer')`,
  order: sql`select tenant_id from "order" where order_no = a.object_id and status in ('pendingReview', 'pendingPayment', 'pendingActivation')`,
  feedback: sql`select tenant_id from feedback where feedback_no = a.object_id and status in ('open', 'inProgress')`,
  bill: sql`select tenant_id from bill where bill_no = a.object_id and ((in_check and status <> 'settled') or status = 'confirmed' or clock_at <= app_now())`,
  // By bill_of_stage.
  stage: sql`select null::text as tenant_id where exists (select from bill where stage_id = a.object_id and status = 'draft')`,
  invoice: sql`select tenant_id from invoice where invoice_no = a.object_id and status = 'applied'`,
};

/** Whose a thing is that waits, a stage nobody's alone; undefined for any other. By the unique number. */
export const findWaiting = async (
  db: Db,
  { kind, objectId }: Thing,
): Promise<{ readonly tenantId?: string } | undefined> => {
  const { rows } = await sql<{ tenant_id: string | null }>`
    select w.tenant_id from (select ${objectId}::text as object_id) a cross join lateral (${waits[kind]}) w`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  return found.tenant_id === null ? {} : { tenantId: found.tenant_id };
};

/** Who has a thing, and since when. */
export interface Owner {
  readonly staff_id: string;
  readonly name: string;
  readonly taken_at: Date;
}

/** Who has a thing; what a member has who is locked or gone is nobody's. By the primary key. */
export const findOwner = async (db: Db, { kind, objectId }: Thing): Promise<Owner | undefined> => {
  const { rows } = await sql<Owner>`
    select a.staff_id, coalesce(nullif(s.name, ''), s.account) as name, a.taken_at
    from desk_assignment a join staff s using (staff_id) where a.kind = ${kind} and a.object_id = ${objectId} and s.status = 'active'`.execute(
    db,
  );
  return rows[0];
};

/** Takes a thing that nobody has, or a member who is locked or gone; of two at once the second waits for the first, and changes nothing. */
export const insertOwner = async (tx: Tx, { kind, objectId }: Thing, staffId: string): Promise<void> => {
  await sql`
    insert into desk_assignment (kind, object_id, staff_id) values (${kind}, ${objectId}, ${staffId})
    on conflict (kind, object_id) do update set staff_id = excluded.staff_id, taken_at = app_now()
      where not exists (select from staff s where s.staff_id = desk_assignment.staff_id and s.status = 'active')`.execute(
    tx,
  );
};

/** Hands a thing over from the owner that was seen; false where somebody else has it. */
export const updateOwner = async (
  tx: Tx,
  { kind, objectId }: Thing,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('desk_assignment')
    .set({ staff_id: to, taken_at: sql<Date>`app_now()` })
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('staff_id', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Gives a thing back; false where the member does not have it. */
export const deleteOwner = async (tx: Tx, { kind, objectId }: Thing, staffId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('desk_assignment')
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** Removes the owners of what no longer waits: a few rows of a small table. */
export const deleteFinished = async (tx: Tx, kind: DeskKind, limit: number): Promise<number> => {
  const gone = await sql`
    delete from desk_assignment where (kind, object_id) in (
      select a.kind, a.object_id from desk_assignment a where a.kind = ${kind} and not exists (${waits[kind]})
      limit ${limit} for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Open accounts with one of these roles whose account begins with a text, or whose name contains it. There are some dozens of staff. */
export const listColleagues = async (
  db: Db,
  { roles, keyword }: { readonly roles: readonly StaffRole[]; readonly keyword: string },
): Promise<readonly { readonly staff_id: string; readonly account: string; readonly name: string }[]> => {
  const text = keyword.normalize('NFKC').trim();
  const { rows } = await sql<{ staff_id: string; account: string; name: string }>`
    select staff_id, account, name from staff
    where status = 'active' and roles && ${[...roles]}::text[]
      ${isTyped(text) ? sql`and (account like ${`${likeText(text.toLowerCase())}%`} or ${nameHas(sql`name`, text)})` : sql``}
    order by account limit 20`.execute(db);
  return rows;
};

/** Whether an open account has one of these roles. By the primary key. */
export const isColleague = async (db: Db, staffId: string, roles: readonly StaffRole[]): Promise<boolean> => {
  const { rows } = await sql`
    select from staff where staff_id = ${staffId} and status = 'active' and roles && ${[...roles]}::text[]`.execute(db);
  return rows.length === 1;
};
