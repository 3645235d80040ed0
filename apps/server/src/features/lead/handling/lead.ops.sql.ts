import type { Output } from '@ronghui/contract';
import { maskName } from '@ronghui/domain/identity/resident-id';
import type { LeadAction, LeadSource, LeadStatus } from '@ronghui/domain/lead';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { likeText, today } from '#kernel/database/fragments.sql';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Listing, ReadPart } from '#kernel/listing';

type Listed = Output<'ops.lead.page'>['items'][number];

const listed = wireList<
  Pick<Listed, 'ticketNo' | 'status' | 'mobileMasked' | 'createdAt' | 'version' | 'company' | 'remindOn'>
>()(
  { l: 'lead' },
  {
    always: {
      ticketNo: 'l.ticket_no',
      status: 'l.status',
      mobileMasked: 'l.mobile_masked',
      createdAt: 'l.created_at',
      version: 'l.version',
    },
    present: { company: 'l.company', remindOn: 'l.remind_on' },
  },
  ['l.lead_id', 'l.name', 'l.owner_id', 'l.lost_reason'],
)
  .plus<{ readonly source: LeadSource }>('source', sql`coalesce(l.topic, 'trial')`)
  .plus<{ readonly product_name: string | null }>(
    'product_name',
    sql`coalesce((select p.name from product p where p.pid = l.pid), l.pid)`,
  )
  .plus<{ readonly owner_name: string | null }>(
    'owner_name',
    sql`(select coalesce(nullif(s.name, ''), s.account) from staff s where s.staff_id = l.owner_id)`,
  )
  .plus<{ readonly is_due: boolean }>('is_due', sql`coalesce(l.remind_on <= ${today}, false)`);

/** The columns of a lead in the list. */
export type LeadRow = RowOf<typeof listed>;

/** A lead in the contract's shape for a member of staff, its name masked. */
export const leadOf = (row: LeadRow, staffId: string): Listed => ({
  ...listed.recordOf(row),
  source: row.source,
  name: maskName(row.name),
  ...(row.product_name === null ? {} : { productName: row.product_name }),
  ...(row.owner_name === null ? {} : { ownerName: row.owner_name }),
  isMine: row.owner_id === staffId,
  isDue: row.is_due,
});

/** The filter of the list and of its export; `before` is the first moment after the range. */
export interface LeadFilter {
  readonly status?: LeadStatus | undefined;
  readonly source?: LeadSource | undefined;
  /** Whose; null for nobody's. */
  readonly ownerId?: string | null | undefined;
  readonly due?: boolean | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly keyword?: string | undefined;
}

const wanted = ({ status, source, ownerId, due, from, before, keyword = '' }: LeadFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  const isDue = sql`coalesce(l.remind_on <= ${today}, false)`;
  return sql.join(
    [
      sql`true`,
      ...(status === undefined ? [] : [sql`l.status = ${status}`]),
      ...(source === undefined ? [] : [sql`coalesce(l.topic, 'trial') = ${source}`]),
      ...(ownerId === undefined ? [] : [ownerId === null ? sql`l.owner_id is null` : sql`l.owner_id = ${ownerId}`]),
      ...(due === undefined ? [] : [due ? sql`l.remind_on <= ${today}` : sql`not ${isDue}`]),
      ...(from === undefined ? [] : [sql`l.created_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`l.created_at < ${before}`]),
      ...(isTyped(text)
        ? [
            sql`(l.ticket_no like ${`${likeText(text.toUpperCase())}%`} or ${nameFound(sql`l.company`, text)}
              or l.pid = any (array(select p.pid from product p where ${nameFound(sql`p.name`, text)})))`,
          ]
        : []),
    ],
    sql` and `,
  );
};

/** A page of the leads, newest first: by lead_newest, lead_by_status, lead_by_source, lead_of_owner, lead_of_nobody or
 * lead_reminder; a text is found by lead_pieces, lead_ticket_begins and lead_of_product, or along them where many match. */
export const listLeads = (
  db: Db,
  { filter, listing }: { readonly filter: LeadFilter; readonly listing: Listing },
): Promise<ReadPart<LeadRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: listed,
    from: sql`lead l`,
    where: wanted(filter),
    // Times are stored more precisely than a Date, so the cursor's row is compared inside the database.
    beyond:
      after === null
        ? sql``
        : sql` and (l.created_at, l.ticket_no) < (
            select last.created_at, last.ticket_no from lead last where last.ticket_no = ${after.key})`,
    orderBy: sql`created_at desc, ticket_no desc`,
    key: 'ticket_no',
    keyed: { alias: 'l', columns: ['ticket_no'] },
  });
};

/** The sort key of a lead. */
export const keyOfLead = (row: LeadRow) => ({ at: row.created_at, key: row.ticket_no });

/** What the detail has beside the list's columns. */
interface LeadDetail {
  readonly content: string | null;
  readonly pid: string | null;
  readonly sku_id: string | null;
  readonly options: Readonly<Record<string, string>> | null;
  readonly won_tenant_id: string | null;
  readonly won_tenant_name: string | null;
}

/** One lead; by its number. */
export const findLead = async (db: Db, ticketNo: string): Promise<(LeadRow & LeadDetail) | undefined> => {
  const { rows } = await sql<LeadRow & LeadDetail>`
    select ${listed.columns}, l.content, l.pid, l.sku_id, l.options, l.won_tenant_id,
      (select t.name from tenant t where t.tenant_id = l.won_tenant_id) as won_tenant_name
    from lead l where l.ticket_no = ${ticketNo}`.execute(db);
  return rows[0];
};

/** The newest steps of a lead. By the primary key. */
export const listLeadSteps = async (db: Db, leadId: number): Promise<Output<'ops.lead.detail'>['steps']> => {
  const rows = await db
    .selectFrom('lead_step')
    .select(['action', 'to_status', 'by_name', 'at', 'text', 'to_name', 'remind_on'])
    .where('lead_id', '=', leadId)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    // The check constraints allow the domain's words only.
    action: row.action as LeadAction,
    to: row.to_status as LeadStatus,
    by: row.by_name,
    at: row.at.toISOString(),
    ...(row.text === null ? {} : { text: row.text }),
    ...(row.to_name === null ? {} : { toName: row.to_name }),
    ...(row.action === 'remind' ? { remindOn: row.remind_on } : {}),
  }));
};

/** The parts of a lead that are shown on demand; by its number. */
export const findLeadPerson = (db: Db, ticketNo: string) =>
  db
    .selectFrom('lead')
    .select(['name', 'content', 'mobile_sealed'])
    .where('ticket_no', '=', ticketNo)
    .executeTakeFirst();

/** A lead that staff change; the row stays locked until the transaction ends. By its number. */
export const lockLead = async (tx: Tx, ticketNo: string) => {
  const row = await tx
    .selectFrom('lead')
    .select(['lead_id', 'status', 'owner_id', 'won_tenant_id', 'remind_on', 'version'])
    .where('ticket_no', '=', ticketNo)
    .forUpdate()
    .executeTakeFirst();
  // The check constraint allows the domain's words only.
  return row && { ...row, status: row.status as LeadStatus };
};

/** A step as it is stored. */
export interface StoredStep {
  readonly action: LeadAction;
  readonly status: LeadStatus;
  readonly ownerId: string | null;
  readonly by: { readonly id: string; readonly name: string };
  readonly text?: string;
  readonly toName?: string;
  /** The day of a reminder; null takes it away, and so does a step that ends the lead. */
  readonly remindOn?: string | null;
  readonly lostReason?: string | null;
  /** The merchant that it became; null where it became none after all. */
  readonly tenantId?: string | null;
}

/** Stores a step with what it sets; returns the version that it led to. Primary key. */
export const storeLeadStep = async (
  tx: Tx,
  lead: { readonly lead_id: number; readonly version: number },
  step: StoredStep,
): Promise<number> => {
  const version = lead.version + 1;
  await tx
    .updateTable('lead')
    .set({ status: step.status, owner_id: step.ownerId, version, updated_at: sql<Date>`app_now()` })
    .$if(step.remindOn !== undefined, (update) => update.set({ remind_on: step.remindOn ?? null }))
    .$if(step.lostReason !== undefined, (update) => update.set({ lost_reason: step.lostReason ?? null }))
    .$if(step.tenantId !== undefined, (update) => update.set({ won_tenant_id: step.tenantId ?? null }))
    .where('lead_id', '=', lead.lead_id)
    .execute();
  await tx
    .insertInto('lead_step')
    .values({
      lead_id: lead.lead_id,
      version,
      action: step.action,
      to_status: step.status,
      by_id: step.by.id,
      by_name: step.by.name,
      text: step.text ?? null,
      to_name: step.toName ?? null,
      remind_on: step.action === 'remind' ? (step.remindOn ?? null) : null,
    })
    .execute();
  return version;
};

/** Whether there is such a merchant. By the primary key. */
export const hasTenant = async (db: Db, tenantId: string): Promise<boolean> =>
  (await db.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst()) !==
  undefined;
