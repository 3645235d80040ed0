import { type Input, type Output, purchasedFields } from '@ronghui/contract';
import type { Fen } from '@ronghui/domain/money';
import type { OrderAction, OrderActor, OrderStatus } from '@ronghui/domain/order';
import { openOrderStatuses, ordersUnderWay } from '@ronghui/domain/order';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { columnsNamedAs, columnsOf, type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { takeOrderLock } from './order-consents.sql.ts';
import { listedOrders, type OrderFilter, wantedOrders } from './order-filter.sql.ts';
import { lastVoucherStatus, orderStatusAt } from './order-status.sql.ts';

/** What a purchase says and its order keeps, each field in the column of its name. */
type Purchased = Pick<Input<'portal.purchase'>, keyof typeof purchasedFields>;
const purchased = columnsNamedAs('o', purchasedFields);

/** The fields that depend on the time and on vouchers. */
type Decided = 'status' | 'payBy' | 'voucherStatus';

/** An order in a list. */
export const listedOrder = wireList<Omit<Output<'order.page'>['items'][number], Decided>>()(
  { o: 'order' },
  {
    always: {
      ...purchased,
      orderNo: 'o.order_no',
      productName: 'o.product_name',
      skuName: 'o.sku_name',
      termMonths: 'o.term_months',
      totalAmount: 'o.total_fen',
      createdAt: 'o.created_at',
      version: 'o.version',
    },
    present: { activeFrom: 'o.active_from', expiresAt: 'o.expires_at' },
  },
  ['o.status', 'o.pay_by'],
)
  .narrow<{ status: OrderStatus }>()
  .plus<{ readonly voucher_status: string | null }>('voucher_status', lastVoucherStatus);

/** The columns of an order in a list. */
export type OrderRow = RowOf<typeof listedOrder>;

/**
 * A page of a tenant's orders, newest first, with the total where it is asked for: one statement. Scans order_newest, order_by_status,
 * order_by_product or order_by_status_product alone from the tenant's newest, or from the cursor, and reads a page of rows; the total is
 * counted from order_counted, or from the filter's index, alone, up to `totalReach`.
 */
export const listOrders = async (
  db: Db,
  tenantId: string,
  { filter, listing }: { readonly filter: OrderFilter; readonly listing: Listing },
): Promise<ReadPart<OrderRow>> => {
  const { after } = listing;
  const { byTime, counted, cases } = listedOrders(tenantId, filter);
  return readPart(db, listing, {
    list: listedOrder,
    from: sql`"order" o`,
    where: byTime,
    countedWhere: counted,
    cases,
    beyond: after === null ? sql`` : sql` and (o.created_at, o.order_no) < (${after.at}, ${after.key})`,
    orderBy: sql`created_at desc, order_no desc`,
    key: 'order_no',
    keyed: { alias: 'o', columns: ['tenant_id', 'order_no'] },
  });
};

/** An order in an export, with its status at the moment that it was asked for, as far as the clock decides it. */
export type ExportedOrder = OrderRow & { readonly present_status: OrderStatus };

/** All orders of a filter that were placed until a moment, newest first, as one statement to stream; by order_newest, or the index of the filter. */
export const exportedOrders = (
  tenantId: string,
  filter: OrderFilter,
  until: Date,
): RawBuilder<ExportedOrder> => sql<ExportedOrder>`
  select ${listedOrder.columns}, ${orderStatusAt(sql`${until}::timestamptz`)} as present_status from "order" o
  where ${wantedOrders(tenantId, { ...filter, statusAt: until })} and o.created_at <= ${until}
  order by o.created_at desc, o.order_no desc`;

/** How many orders a filter finds; from its index. */
export const countOrders = async (db: Db, tenantId: string, filter: OrderFilter): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from "order" o where ${wantedOrders(tenantId, filter)}`.execute(db);
  return rows[0]?.found ?? 0;
};

/** An order, which is locked until the transaction ends. By the primary key. */
export const lockOrder = (tx: Tx, tenantId: string, orderNo: string) => lockWhere(tx, { tenantId, orderNo });

/** The same for the desk, which knows only the number. By order_number. */
export const lockOrderByNumber = (tx: Tx, orderNo: string) => lockWhere(tx, { tenantId: null, orderNo });

const lockWhere = async (tx: Tx, { tenantId, orderNo }: { tenantId: string | null; orderNo: string }) => {
  const row = await tx
    .selectFrom('order')
    .selectAll()
    .where('order_no', '=', orderNo)
    .$if(tenantId !== null, (query) => query.where('tenant_id', '=', tenantId ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The check constraint allows the domain's words only.
  return row && { ...row, status: row.status as OrderStatus };
};

/** An order that is locked until its transaction ends. */
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockWhere>>>;

/** What was purchased with an order, for another one of the same. */
export const purchasedOf: (order: LockedOrder) => Purchased = wireList<Purchased>()(
  { o: 'order' },
  { always: purchased, present: {} },
).recordOf;

/** What the domain needs beside the order: the tenant's certification and whether a voucher waits. */
export const findOrderSurroundings = async (tx: Tx, { tenant_id, order_no }: LockedOrder) => {
  const row = await tx
    .selectFrom('tenant')
    .select('certification_status')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('order_voucher')
            .select('voucher_id')
            .where('tenant_id', '=', tenant_id)
            .where('order_no', '=', order_no)
            .where('status', '=', 'waiting'),
        )
        .as('has_voucher'),
    )
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirst();
  return { isCertified: row?.certification_status === 'passed', hasVoucher: row?.has_voucher === true };
};

/** A step that was taken: what it changes beside the status, and who took it. */
export interface TakenStep {
  readonly action: OrderAction;
  readonly to: OrderStatus;
  readonly actor: OrderActor;
  /** The merchant user; null for the desk and the jobs. */
  readonly userId: string | null;
  readonly byName: string | null;
  /** The member of staff who took it; merchants read `byName` alone. */
  readonly staffId?: string | null;
  readonly reason: string | null;
  readonly changes?: { readonly pay_by?: Date; readonly active_from?: Date; readonly expires_at?: Date | null };
}

/** Writes a step into the order and its history; the caller has locked the order. Returns the new version. */
export const storeStep = async (tx: Tx, order: LockedOrder, step: TakenStep): Promise<number> => {
  const version = order.version + 1;
  const changed = await tx
    .updateTable('order')
    .set({ status: step.to, version, updated_at: sql`app_now()`, ...step.changes })
    .where('tenant_id', '=', order.tenant_id)
    .where('order_no', '=', order.order_no)
    .where('version', '=', order.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new Error('a locked order changed');
  await insertStep(tx, { tenantId: order.tenant_id, orderNo: order.order_no, version, from: order.status, ...step });
  return version;
};

/** Adds to the history of an order. */
export const insertStep = async (
  tx: Tx,
  step: Omit<TakenStep, 'action' | 'changes'> & {
    readonly tenantId: string;
    readonly orderNo: string;
    readonly version: number;
    readonly action: OrderAction | 'submit';
    readonly from: OrderStatus | null;
  },
): Promise<void> => {
  await tx
    .insertInto('order_step')
    .values({
      tenant_id: step.tenantId,
      order_no: step.orderNo,
      version: step.version,
      action: step.action,
      from_status: step.from,
      to_status: step.to,
      actor: step.actor,
      user_id: step.userId,
      staff_id: step.staffId ?? null,
      by_name: step.byName ?? sql<string>`coalesce(user_label(${step.userId}), '')`,
      reason: step.reason,
    })
    .execute();
};

/**
 * Takes the tenant's order lock until the transaction ends, so that parallel purchases are counted one after the other, and counts
 * the orders under way. By order_by_status.
 */
export const lockOrdersUnderWay = async (tx: Tx, tenantId: string): Promise<number> => {
  await takeOrderLock(tx, tenantId);
  const { under_way } = await tx
    .selectFrom('order')
    .select((eb) => eb.fn.countAll<number>().as('under_way'))
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', [...ordersUnderWay])
    .executeTakeFirstOrThrow();
  return under_way;
};

/** Whether a renewal of the order is under way or active. By order_one_renewal. */
export const isRenewed = async (tx: Tx, tenantId: string, orderNo: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('order')
    .select('order_no')
    .where('tenant_id', '=', tenantId)
    .where('renews_order_no', '=', orderNo)
    .where('status', 'in', [...openOrderStatuses])
    .executeTakeFirst();
  return row !== undefined;
};

/** The order's last step, which a repeated command is compared with. By the primary key. */
export const findLastStep = (tx: Tx, order: LockedOrder) =>
  tx
    .selectFrom('order_step')
    .select(['action', 'reason'])
    .where('tenant_id', '=', order.tenant_id)
    .where('order_no', '=', order.order_no)
    .where('version', '=', order.version)
    .executeTakeFirst();

/** The end of the term of the renewed order, if it was opened. */
export const findFormerEnd = async (tx: Tx, tenantId: string, orderNo: string): Promise<Date | null> => {
  const row = await tx
    .selectFrom('order')
    .select('expires_at')
    .where('tenant_id', '=', tenantId)
    .where('order_no', '=', orderNo)
    .where('status', 'in', ['active', 'expired'])
    .executeTakeFirst();
  return row?.expires_at ?? null;
};

/** An order as it is placed. */
export interface NewOrder extends Purchased {
  readonly tenantId: string;
  readonly userId: string;
  readonly productName: string;
  readonly skuId: string;
  readonly skuName: string;
  readonly unit: string;
  readonly billing: string;
  readonly termMonths: number | null;
  readonly options: Readonly<Record<string, string>>;
  /** The options by their labels, as the customer read them; the column `choice`. */
  readonly optionLabels: readonly { readonly label: string; readonly value: string }[];
  readonly items: readonly { readonly label: string; readonly amount: Fen }[];
  readonly totalFen: Fen;
  readonly taxMillionths: number;
  readonly annualRate: string | null;
  readonly orgName: string | null;
  readonly contact: { readonly name: string; readonly sealed: Buffer; readonly masked: string } | null;
  readonly consentIds: readonly string[];
  readonly renewsOrderNo: string | null;
}

/** Adds an order; false, and no row added, when the number is taken. */
export const insertOrder = async (tx: Tx, orderNo: string, order: NewOrder): Promise<boolean> => {
  const { options, optionLabels, items, contact, consentIds, ...plain } = order;
  const added = await tx
    .insertInto('order')
    .values({
      ...columnsOf('order', plain),
      order_no: orderNo,
      options: JSON.stringify(options),
      choice: JSON.stringify(optionLabels),
      items: JSON.stringify(items),
      contact_name: contact?.name ?? null,
      contact_mobile_sealed: contact?.sealed ?? null,
      contact_mobile_masked: contact?.masked ?? null,
      consent_ids: [...consentIds],
    })
    .onConflict((conflict) => conflict.column('order_no').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};
