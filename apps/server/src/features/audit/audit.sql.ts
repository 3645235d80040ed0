import type { Finding } from '@ronghui/domain/audit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import type { Verification } from '#kernel/observe/audit-verify';

/** An event in the list, with the names of those whom it concerns. */
export interface EventRow {
  readonly event_id: number;
  readonly at: Date;
  readonly event: string;
  readonly result: string;
  readonly actor_kind: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly object: string | null;
  readonly address: string;
}

/** An event with its values. */
export interface FullEventRow extends EventRow {
  readonly operation: string;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly request_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

const columns = sql`e.event_id, e.at, e.event, e.result, coalesce(e.actor_kind, case when e.user_id is null then 'system' else 'user' end) as actor_kind,
  coalesce(e.actor_id, e.user_id) as actor_id, e.tenant_id, e.object, e.address,
  case coalesce(e.actor_kind, 'user')
    when 'staff' then (select coalesce(nullif(s.name, ''), s.account) from staff s where s.staff_id = e.actor_id)
    when 'user' then (select u.mobile_masked from user_account u where u.user_id = coalesce(e.actor_id, e.user_id))
    else e.actor_id end as actor_name,
  (select t.name from tenant t where t.tenant_id = e.tenant_id) as tenant_name`;
const list = { columns, recordOf: (row: EventRow): EventRow => row };

/** What the trail is searched by. */
export interface EventFilter {
  /** Any of these. */
  readonly actorIds: readonly string[] | null;
  readonly events: readonly string[] | null;
  readonly tenantId: string | null;
  readonly object: string | null;
  readonly outcome: 'ok' | 'refused' | null;
  readonly from: Date | null;
  readonly before: Date | null;
}

/** One value as itself, so that its index gives the order too. */
const oneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;

const wanted = ({ actorIds, events, tenantId, object, outcome, from, before }: EventFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(actorIds === null ? [] : [oneOf(sql`e.actor_id`, actorIds)]),
      ...(events === null ? [] : [oneOf(sql`e.event`, events)]),
      ...(tenantId === null ? [] : [sql`e.tenant_id = ${tenantId}`]),
      ...(object === null ? [] : [sql`e.object = ${object}`]),
      ...(outcome === null ? [] : [outcome === 'ok' ? sql`e.result = 'ok'` : sql`e.result <> 'ok'`]),
      ...(from === null ? [] : [sql`e.at >= ${from}`]),
      ...(before === null ? [] : [sql`e.at < ${before}`]),
    ],
    sql` and `,
  );

const newestFirst = sql`at desc, event_id desc`;

/**
 * A part of the trail, newest first: by the index of one of its filters (audit_event_actor, _name, _tenant, _object, _refused), which hold its
 * order too, or by audit_event_newest. A cursor is the last row itself, because times are finer than a cursor's.
 */
export const listEvents = (
  db: Db,
  { filter, listing }: { readonly filter: EventFilter; readonly listing: Listing },
): Promise<ReadPart<EventRow>> =>
  readPart(db, listing, {
    list,
    from: sql`audit_event e`,
    where: wanted(filter),
    beyond:
      listing.after === null
        ? sql``
        : sql` and (e.at, e.event_id) < (select c.at, c.event_id from audit_event c where c.event_id = ${listing.after.key}::bigint)`,
    orderBy: newestFirst,
    key: 'event_id',
    keyed: { alias: 'e', columns: ['event_id'] },
  });

/** The events that the trail has, each once: one look-up in audit_event_name each. */
export const listEventNames = async (db: Db, limit: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ event: string }>`
    with recursive named as (
      (select event from audit_event order by event limit 1)
      union all
      select (select e.event from audit_event e where e.event > n.event order by e.event limit 1) from named n
      where n.event is not null)
    select event from named where event is not null limit ${limit}`.execute(db);
  return rows.map(({ event }) => event);
};

/** One event with its values. By the primary key. */
export const findEvent = async (db: Db, eventId: number): Promise<FullEventRow | undefined> => {
  const { rows } = await sql<FullEventRow>`
    select ${columns}, e.operation, e.user_id, e.session_id, e.request_id, e.before, e.after
    from audit_event e where e.event_id = ${eventId}`.execute(db);
  return rows[0];
};

/** A part of the trail with its values, newest first, after a row or from the newest; by the same indexes. */
export const listFullEvents = async (
  db: Db,
  {
    filter,
    after,
    limit,
  }: { readonly filter: EventFilter; readonly after: FullEventRow | null; readonly limit: number },
): Promise<readonly FullEventRow[]> => {
  const beyond =
    after === null
      ? sql``
      : sql`and (e.at, e.event_id) < (select c.at, c.event_id from audit_event c where c.event_id = ${after.event_id})`;
  const { rows } = await sql<FullEventRow>`
    select ${columns}, e.operation, e.user_id, e.session_id, e.request_id, e.before, e.after
    from audit_event e where ${wanted(filter)} ${beyond} order by ${newestFirst} limit ${limit}`.execute(db);
  return rows;
};

/** The ids that a text names among the staff: an account, a name, or an id. There are some dozens of staff. */
export const listStaffNamed = async (db: Db, text: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('staff')
    .select('staff_id')
    .where((each) => each.or([each('account', '=', text.toLowerCase()), each('name', '=', text)]))
    .limit(20)
    .execute();
  return rows.map(({ staff_id }) => staff_id);
};

/** Whether there is such a tenant. By the primary key. */
export const isTenant = async (db: Db, tenantId: string): Promise<boolean> =>
  (await db.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst()) !==
  undefined;

/** When the last seal was made. By the primary key. */
export const findSealedAt = async (db: Db, sealNo: number): Promise<Date | undefined> =>
  (await db.selectFrom('audit_seal').select('sealed_at').where('seal_no', '=', sealNo).executeTakeFirst())?.sealed_at;

/** Stores what came of a verification; a job that runs again says it again. */
export const insertVerification = async (
  tx: Tx,
  jobId: string,
  { fromNo, toNo, events, found, findings, digest }: Verification,
): Promise<void> => {
  await tx
    .insertInto('audit_verification')
    .values({
      job_id: jobId,
      from_no: fromNo,
      to_no: toNo,
      event_count: events,
      finding_count: found,
      findings: JSON.stringify(findings),
      digest,
    })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute();
};

/** A verification as it was stored. */
export interface VerificationRow {
  readonly from_no: number;
  readonly to_no: number;
  readonly event_count: number;
  readonly finding_count: number;
  readonly findings: readonly Finding[];
  readonly digest: string;
  readonly verified_at: Date;
}

/** The last verification. By audit_verification_newest. */
export const findLastVerification = (db: Db): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('audit_verification')
    .select(['from_no', 'to_no', 'event_count', 'finding_count', 'findings', 'digest', 'verified_at'])
    .orderBy('verified_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How many of the last verifications are looked through for an alarm. */
const alarmsWithin = 200;

/** The newest verification that found something and that no later one has disproved, by covering its part without a finding. */
export const findOpenAlarm = async (db: Db): Promise<VerificationRow | undefined> => {
  const { rows } = await sql<VerificationRow>`
    with late as (select * from audit_verification order by verified_at desc limit ${alarmsWithin})
    select v.from_no, v.to_no, v.event_count, v.finding_count, v.findings, v.digest, v.verified_at from late v
    where v.finding_count > 0 and not exists (select from late l where l.verified_at > v.verified_at and l.finding_count = 0
      and l.from_no <= v.from_no and l.to_no >= v.to_no)
    order by v.verified_at desc limit 1`.execute(db);
  return rows[0];
};
