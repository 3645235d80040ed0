import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** An event of a record, without its values. */
export interface RecordEvent {
  readonly event: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly at: Date;
}

/** How far back a step is looked for: looks at a record stand under it too, and so do refusals. @unit events */
const newestEvents = 200;
/** What a page that stood open over a weekend has not seen; what is older has not come before anybody's step. @unit days */
const newestDays = 3;

/**
 * What was done with a record and at it lately, the newest first; a tenant's own part for a tenant. By audit_event_object.
 *
 * @source R4.12
 */
export const listRecordEvents = async (
  db: Db,
  tenantId: string | null,
  object: string,
): Promise<readonly RecordEvent[]> => {
  const own = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`;
  const { rows } = await sql<RecordEvent>`
    select e.event, coalesce(e.actor_kind, case when e.user_id is null then 'system' else 'user' end) as actor_kind,
      coalesce(e.actor_id, e.user_id) as actor_id, e.at
    from (select * from audit_event where object = ${object} and at > app_now() - ${newestDays} * interval '1 day' ${own}
      order by at desc, event_id desc limit ${newestEvents}) e
    where e.result = 'ok' order by e.at desc, e.event_id desc`.execute(db);
  return rows;
};

/** When a bill last took a step, whatever it stands under in the trail; undefined where there is no such bill. By its number. */
export const findLastBillStep = async (db: Db, billNo: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select s.at from bill b join bill_step s on s.tenant_id = b.tenant_id and s.bill_id = b.bill_id
    where b.bill_no = ${billNo} order by s.step_no desc limit 1`.execute(db);
  return rows[0]?.at;
};

/** What a user is called within the tenant: the name, or the masked mobile. */
export const findUserLabel = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await sql<{ label: string }>`select coalesce(user_label(${userId}), '') as label`.execute(db);
  return rows[0]?.label ?? '';
};
