import type { Input, Output } from '@ronghui/contract';
import { fen } from '@ronghui/domain/money';
import { type ReconKind, reconKinds, reconRules } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import { type Db, readPlanned } from '#kernel/database/db';

type Item = Output<'recon.rows'>['items'][number];
/** What a list of items is narrowed to. */
export type ItemFilter = {
  readonly [Field in 'kind' | 'state' | 'reference']?: Input<'recon.rows'>[Field] | undefined;
};
/** In which order a list of items is read; by reference where one is looked for. */
export type ItemSort = NonNullable<Input<'recon.rows'>['sort']> | 'reference';

/** A run's items are those of its tenant in its partition. */
export interface RunKey {
  readonly tenantId: string;
  readonly runNo: number;
}

/** An item with all rows of both sides. */
export interface ItemRow {
  readonly item_no: number;
  readonly kind: number;
  readonly rule: number;
  readonly ledger_fen: number;
  readonly ledger_count: number;
  readonly line_fen: number;
  readonly line_count: number;
  readonly difference_fen: number;
  /** The rule that explains the difference, if one does. */
  readonly difference_rule: NonNullable<Item['differenceRule']> | null;
  readonly note: string | null;
  readonly is_accepted: boolean;
  readonly feedback_no: string | null;
  readonly former_feedback_no: string | null;
  /** Of the one, or else of the former. */
  readonly feedback_state: NonNullable<Item['feedbackState']> | null;
  readonly ledger: readonly {
    readonly row_no: number;
    readonly reference: string | null;
    readonly counterparty: string | null;
    readonly occurred_on: string;
    readonly fen: number;
  }[];
  readonly lines: readonly {
    readonly line_id: string;
    readonly reference: string;
    readonly occurred_on: string;
    readonly fen: number;
    readonly bill_no: string | null;
  }[];
}

/** A run leaves one partition: planned for it alone, whatever others there are. */
const readOne = <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  readPlanned(db, 'fresh', statement.compile(db));

/** The place of a kind, as it is stored. */
export const placeOfKind = (kind: ReconKind): number => reconKinds.indexOf(kind);

// What an index is on, as the index has it. Beside a tenant's policy a condition is looked for in an index only where it cannot tell anything of a
// hidden row; of COALESCE and abs() PostgreSQL does not know that, and would read a kind from its beginning.

/** The reference of an item: its ledger row's, or its line's. */
const reference = sql`(case when i.ledger_reference is null then i.line_reference else i.ledger_reference end)`;

/** The day of an item: its ledger row's, or its line's. */
export const dayOfItem = sql`(case when i.ledger_on is null then i.line_on else i.ledger_on end)`;

/** What an order is read by, each with the item's number at the end. Both in one direction, as an index is read. */
const orders = {
  row: { value: sql`i.item_no`, type: sql`bigint`, isDown: false },
  difference: { value: sql`i.size_fen`, type: sql`bigint`, isDown: true },
  day: { value: dayOfItem, type: sql`date`, isDown: true },
  reference: { value: reference, type: sql`text`, isDown: false },
} as const;

/** The standing items of a run. */
export const standing = ({ tenantId, runNo }: RunKey): RawBuilder<unknown> =>
  sql`i.tenant_id = ${tenantId} and i.run_no = ${runNo} and i.until_step is null`;

const differing = sql`i.kind in (2, 3, 4, 5, 7)`;
const states: Readonly<Record<NonNullable<ItemFilter['state']>, RawBuilder<unknown>>> = {
  open: sql`${differing} and not i.is_accepted and i.feedback_no is null`,
  accepted: sql`(i.is_accepted or i.note is not null or i.feedback_no is not null) and i.is_accepted`,
  sent: sql`(i.is_accepted or i.note is not null or i.feedback_no is not null) and i.feedback_no is not null`,
  noted: sql`(i.is_accepted or i.note is not null or i.feedback_no is not null) and i.note is not null`,
  // Amount and day, or a group: by recon_item's index of these rules.
  otherNumber: sql`i.rule in (2, 3)`,
};

/** The end of a range of texts that begin alike. */
const endOf = (start: string): string => `${start}\u{10ffff}`;

/** A condition that finds a part of what a filter asks for. */
interface Case {
  readonly condition: RawBuilder<unknown>;
  /** It finds items by an index that no order has: they are found first, and put in order then. */
  readonly isOutOfOrder: boolean;
}

/** Both ways to find a reference: the item's own, and that of its line where the two differ. */
const references = (start: string): readonly Case[] => [
  { condition: sql`${reference} >= ${start} and ${reference} <= ${endOf(start)}`, isOutOfOrder: false },
  {
    condition: sql`i.line_reference >= ${start} and i.line_reference <= ${endOf(start)} and i.line_reference <> i.ledger_reference
      and not (i.ledger_reference >= ${start} and i.ledger_reference <= ${endOf(start)})`,
    isOutOfOrder: true,
  },
];

/** The kinds among which a filter may find items. */
const kindsOf = ({ kind, state }: ItemFilter): readonly number[] =>
  kind !== undefined
    ? [placeOfKind(kind)]
    : state === 'otherNumber'
      ? [0, 1]
      : state === 'open'
        ? [2, 3, 4, 5, 7]
        : [0, 1, 2, 3, 4, 5, 6, 7];

/** The cases that together find what a filter asks for, each by an index of its own; an item meets one of them at most. */
const casesOf = (filter: ItemFilter): readonly Case[] => {
  const state = filter.state === undefined ? sql`` : sql` and ${states[filter.state]}`;
  const found =
    filter.reference === undefined
      ? [{ condition: sql`true`, isOutOfOrder: filter.state === 'otherNumber' }]
      : references(filter.reference);
  return kindsOf(filter).flatMap((kind) =>
    found.map(({ condition, isOutOfOrder }) => ({
      condition: sql`i.kind = ${kind}::smallint and ${condition}${state}`,
      isOutOfOrder,
    })),
  );
};

/** The items of a case. PostgreSQL does not look through OFFSET: it would read a whole kind in order, in which it expects the first of them soon. */
const itemsOf = (key: RunKey, { condition, isOutOfOrder }: Case): RawBuilder<unknown> =>
  isOutOfOrder
    ? sql`(select * from recon_item i where ${standing(key)} and ${condition} offset 0) i where true`
    : sql`recon_item i where ${standing(key)} and ${condition}`;

const columns = (key: RunKey): RawBuilder<unknown> => sql`
  i.item_no, i.kind, i.rule, i.ledger_fen, i.ledger_count, i.line_fen, i.line_count, i.difference_fen, i.note, i.is_accepted, i.feedback_no,
  i.former_feedback_no, case when i.difference_rule_no is not null then (select json_build_object('ruleId', u.rule_id, 'counterparty', u.counterparty,
      'kind', u.kind, 'value', u.value) from recon_rule u where u.tenant_id = ${key.tenantId} and u.rule_no = i.difference_rule_no) end as difference_rule,
  (select case when f.is_withdrawn then 'withdrawn' else f.status end from feedback f
    where f.tenant_id = ${key.tenantId} and f.feedback_no = coalesce(i.feedback_no, i.former_feedback_no)) as feedback_state,
  case when i.ledger_count = 0 then '[]'::json when i.ledger_count = 1 and i.line_count <= 1 then json_build_array(json_build_object('row_no', i.row_no,
      'reference', i.ledger_reference, 'counterparty', i.counterparty, 'occurred_on', i.ledger_on, 'fen', i.ledger_fen))
    else (select json_agg(json_build_object('row_no', p.row_no, 'reference', p.reference, 'counterparty', p.counterparty, 'occurred_on', p.occurred_on,
        'fen', p.fen) order by p.row_no) from recon_part p
      where p.tenant_id = ${key.tenantId} and p.run_no = ${key.runNo} and p.item_no = i.item_no and p.row_no is not null) end as ledger,
  case when i.line_count = 0 then '[]'::json when i.line_count = 1 and i.ledger_count <= 1 then json_build_array(json_build_object('line_id', i.line_id,
      'reference', i.line_reference, 'occurred_on', i.line_on, 'fen', i.line_fen,
      'bill_no', (select b.bill_no from bill b where b.tenant_id = ${key.tenantId} and b.bill_id = i.bill_id)))
    else (select json_agg(json_build_object('line_id', p.line_id, 'reference', p.reference, 'occurred_on', p.occurred_on, 'fen', p.fen,
        'bill_no', (select b.bill_no from bill b where b.tenant_id = ${key.tenantId} and b.bill_id = p.bill_id)) order by p.line_id) from recon_part p
      where p.tenant_id = ${key.tenantId} and p.run_no = ${key.runNo} and p.item_no = i.item_no and p.line_id is not null) end as lines`;

/** Where an item stands in an order. */
export interface PlaceInOrder {
  readonly itemNo: number;
  /** What the order is read by, as PostgreSQL's text. */
  readonly value: RawBuilder<unknown>;
}

/** The place of an item in an order, also after a step has ended it; undefined where there was none of its number. By its number. */
export const findPlace = async (
  db: Db,
  key: RunKey,
  { sort, itemNo }: { readonly sort: ItemSort; readonly itemNo: number },
): Promise<PlaceInOrder | undefined> => {
  const rows = await readOne(
    db,
    sql<{ value: string }>`
    select (${orders[sort].value})::text as value from recon_item i
      where i.tenant_id = ${key.tenantId} and i.run_no = ${key.runNo} and i.item_no = ${itemNo} order by i.since_step desc limit 1`,
  );
  const [row] = rows;
  return row && { itemNo, value: sql`${row.value}::${orders[sort].type}` };
};

/** What part of a list is read. */
export interface WantedItems {
  readonly filter: ItemFilter;
  readonly sort: ItemSort;
  /** The item after which the part begins. */
  readonly after: PlaceInOrder | null;
  readonly offset: number;
  readonly limit: number;
}

/** A part of a run's items: each kind is read in its order by an index, and the parts are merged. */
export const listItems = async (
  db: Db,
  key: RunKey,
  { filter, sort, after, offset, limit }: WantedItems,
): Promise<readonly ItemRow[]> => {
  const { value, isDown } = orders[sort];
  const [way, beyond] = isDown ? [sql`desc`, sql`<`] : [sql``, sql`>`];
  const past =
    after === null ? sql`` : sql` and (${value}, i.item_no) ${beyond} (${after.value}, ${after.itemNo}::bigint)`;
  const each = casesOf(filter).map(
    (found) => sql`(select i.item_no, i.since_step, ${value} as place from ${itemsOf(key, found)}${past}
      order by ${value} ${way}, i.item_no ${way} limit ${offset + limit})`,
  );
  const rows = await readOne(
    db,
    sql<ItemRow>`
    select ${columns(key)} from (select item_no, since_step, place from (${sql.join(each, sql` union all `)}) found
        order by place ${way}, item_no ${way} limit ${limit} offset ${offset}) f
      join recon_item i on ${standing(key)} and i.item_no = f.item_no and i.since_step = f.since_step
      order by f.place ${way}, f.item_no ${way}`,
  );
  return rows;
};

/** Standing items by their numbers; by their index. */
export const findItems = async (db: Db, key: RunKey, itemNos: readonly number[]): Promise<readonly ItemRow[]> => {
  const rows = await readOne(
    db,
    sql<ItemRow>`
    select ${columns(key)} from recon_item i where ${standing(key)} and i.item_no = any(${[...itemNos]}::bigint[]) order by i.item_no`,
  );
  return rows;
};

/** The numbers of the items that a filter finds, in their order, at most so many. */
export const listItemNos = async (
  db: Db,
  key: RunKey,
  { filter, limit }: { readonly filter: ItemFilter; readonly limit: number },
): Promise<readonly number[]> => {
  const each = casesOf(filter).map((found) => sql`(select i.item_no from ${itemsOf(key, found)} limit ${limit})`);
  const rows = await readOne(
    db,
    sql<{ item_no: number }>`
    select item_no from (${sql.join(each, sql` union all `)}) found order by item_no limit ${limit}`,
  );
  return rows.map(({ item_no }) => item_no);
};

/** How many items a filter finds, counted so far. */
export const countItems = async (
  db: Db,
  key: RunKey,
  { filter, reach }: { readonly filter: ItemFilter; readonly reach: number },
): Promise<number> => {
  const each = casesOf(filter).map((found) => sql`select from ${itemsOf(key, found)}`);
  const rows = await readOne(
    db,
    sql<{ count: number }>`
    select count(*)::int as count from (${sql.join(each, sql` union all `)} limit ${reach}) found`,
  );
  return rows[0]?.count ?? 0;
};

/** An item in the contract's shape. */
export const itemOf = (row: ItemRow): Item => ({
  itemNo: row.item_no,
  // The check constraints allow the domain's places only.
  kind: reconKinds[row.kind] as Item['kind'],
  rule: reconRules[row.rule] as Item['rule'],
  ledger: row.ledger.map((each) => ({
    rowNo: each.row_no,
    reference: each.reference,
    counterparty: each.counterparty,
    occurredOn: each.occurred_on,
    amount: fen(each.fen),
  })),
  lines: row.lines.map((each) => ({
    lineId: each.line_id,
    reference: each.reference,
    occurredOn: each.occurred_on,
    amount: fen(each.fen),
    ...(each.bill_no !== null && { billNo: each.bill_no }),
  })),
  ledgerAmount: fen(row.ledger_fen),
  lineAmount: fen(row.line_fen),
  difference: fen(row.difference_fen),
  ...(row.difference_rule !== null && { differenceRule: row.difference_rule }),
  note: row.note ?? '',
  isAccepted: row.is_accepted,
  ...(row.feedback_no !== null && { feedbackNo: row.feedback_no }),
  ...(row.former_feedback_no !== null && { formerFeedbackNo: row.former_feedback_no }),
  ...(row.feedback_state !== null && { feedbackState: row.feedback_state }),
});
