import type { Output } from '@ronghui/contract';
import type { OrderStatus } from '@ronghui/domain/order';
import type { OrderQueue } from '@ronghui/domain/order-review';
import { type RawBuilder, sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { dayOf, likeText } from '#kernel/database/fragments.sql';
import { type RowOf, readPart } from '#kernel/database/listed-rows.sql';
import { isTyped, nameFound } from '#kernel/database/name-search.sql';
import type { Keyset, Listing, ReadPart } from '#kernel/listing';
import { listedOrder } from '../order.sql.ts';
import { hasWaitingVoucher, statusCases } from '../order-status.sql.ts';

const listed = listedOrder
  .plus<{ readonly tenant_id: string }>('tenant_id', sql`o.tenant_id`)
  .plus<{ readonly tenant_name: string }>('tenant_name', sql`t.name`)
  .plus<{ readonly is_certified: boolean }>('is_certified', sql`t.certification_status = 'passed'`)
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('order', sql`o.order_no`));
export type ReviewedRow = RowOf<typeof listed>;

/** Whose order it is, in the contract's shape. */
export const ownerOf = (
  row: Pick<ReviewedRow, 'tenant_id' | 'tenant_name' | 'is_certified'>,
): Pick<Output<'ops.order.page'>['items'][number], 'tenantId' | 'tenantName' | 'isCertified'> => ({
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  isCertified: row.is_certified,
});

/** Who took each step of an order, in their order: a member of staff by name. Both by primary keys. */
export const listStepAuthors = async (db: Db, tenantId: string, orderNo: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('order_step as s')
    .leftJoin('staff as f', 'f.staff_id', 's.staff_id')
    .select(sql<string>`coalesce(nullif(f.name, ''), f.account, '')`.as('name'))
    .where('s.tenant_id', '=', tenantId)
    .where('s.order_no', '=', orderNo)
    .orderBy('s.version')
    .limit(500)
    .execute();
  return rows.map(({ name }) => name);
};

interface Days {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
}

/** The filter of the list. */
export interface ReviewFilter {
  readonly queue?: OrderQueue | undefined;
  readonly status?: OrderStatus | undefined;
  readonly tenantId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly taken?: Taken | undefined;
  /** Days in Shanghai, both included: of the submission, and of the payment. */
  readonly days?: Days | undefined;
  readonly paid?: Days | undefined;
}

/** What waits, each by order_desk. */
const waiting: Readonly<Record<OrderQueue, RawBuilder<unknown>>> = {
  review: sql`o.status = 'pendingReview'`,
  voucher: sql`o.status = 'pendingPayment' and ${hasWaitingVoucher}`,
  opening: sql`o.status = 'pendingActivation'`,
};

const none: Days = { from: undefined, before: undefined };

/** Days as order_by_day and order_paid are in the order of. */
const within = (at: RawBuilder<unknown>, { from, before }: Days): readonly RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`${dayOf(at)} >= ${dayOf(sql`${from}::timestamptz`)}`]),
  ...(before === undefined ? [] : [sql`${dayOf(at)} < ${dayOf(sql`${before}::timestamptz`)}`]),
];

/** Whose payment was accepted in these days; each order is paid once. By order_paid. */
const isPaid = (days: Days): readonly RawBuilder<unknown>[] => {
  const conditions = within(sql`p.at`, days);
  return conditions.length === 0
    ? []
    : [
        sql`(o.tenant_id, o.order_no) in (select p.tenant_id, p.order_no from order_step p
          where p.action = 'acceptPayment' and ${sql.join(conditions, sql` and `)})`,
      ];
};

/** What a typed word finds: orders by order_number, and those of the merchants that tenant_pieces finds by the primary key. */
const isFound = (text: string): RawBuilder<unknown> => sql`(o.order_no like ${`${likeText(text.toUpperCase())}%`}
  or o.tenant_id = any (array(select m.tenant_id from tenant m where ${nameFound(sql`m.name`, text)})))`;

const wanted = ({ queue, status, tenantId, taken, days, paid, keyword = '' }: ReviewFilter): RawBuilder<unknown> => {
  const text = keyword.normalize('NFKC').trim();
  return sql.join(
    [
      sql`true`,
      ...(queue === undefined ? [] : [waiting[queue]]),
      ...(taken === undefined ? [] : [isTaken(taken, 'order', sql`o.order_no`)]),
      ...(status === undefined ? [] : [sql`(${sql.join(statusCases(status), sql` or `)})`]),
      ...(tenantId === undefined ? [] : [sql`o.tenant_id = ${tenantId}`]),
      ...within(sql`o.created_at`, days ?? none),
      ...isPaid(paid ?? none),
      ...(isTyped(text) ? [isFound(text)] : []),
    ],
    sql` and `,
  );
};

/** What comes behind a cursor: later in a queue, which is oldest first, and earlier elsewhere. */
const beyond = (queue: OrderQueue | undefined, after: Keyset | null): RawBuilder<unknown> => {
  if (after === null) return sql``;
  const compared = queue === undefined ? sql`<` : sql`>`;
  return sql` and (o.created_at, o.order_no) ${compared} (${after.at}, ${after.key})`;
};

/** A page of all tenants' orders: a queue oldest first by order_desk, otherwise newest first, which sorts what the filter finds: another index by time would draw the plans of the tenants' own lists. */
export const listReviewed = (
  db: Db,
  { filter, listing }: { readonly filter: ReviewFilter; readonly listing: Listing },
): Promise<ReadPart<ReviewedRow>> =>
  readPart(db, listing, {
    list: listed,
    from: sql`"order" o join tenant t using (tenant_id)`,
    where: wanted(filter),
    beyond: beyond(filter.queue, listing.after),
    orderBy: filter.queue === undefined ? sql`created_at desc, order_no desc` : sql`created_at, order_no`,
    key: 'order_no',
  });

/** The tenant and version of an order; by order_number. */
export const findOwner = async (db: Db, orderNo: string) =>
  db
    .selectFrom('order as o')
    .innerJoin('tenant as t', 't.tenant_id', 'o.tenant_id')
    .select(['o.tenant_id', 'o.version', 't.name as tenant_name'])
    .select(sql<boolean>`t.certification_status = 'passed'`.as('is_certified'))
    .where('o.order_no', '=', orderNo)
    .executeTakeFirst();

/** Whether a file is part of one of the order's vouchers. By order_voucher's primary key. */
export const isOfVoucher = async (
  db: Db,
  tenantId: string,
  file: { orderNo: string; fileId: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('order_voucher')
    .select('voucher_id')
    .where('tenant_id', '=', tenantId)
    .where('order_no', '=', file.orderNo)
    .where(sql<boolean>`${file.fileId} = any(file_ids)`)
    .executeTakeFirst();
  return row !== undefined;
};
