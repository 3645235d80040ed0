import type { Output } from '@ronghui/contract';
import type { Fen, Rate } from '@ronghui/domain/money';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { hasReference } from '../bill.sql.ts';
import { termColumns } from '../record/rule-terms.sql.ts';

type Line = Output<'bill.lines'>['items'][number];

/** What stands of a line `f` after the last answer that changed it. By the primary key of bill_line_adjustment. */
const standing = sql`(select a.to_fen from bill_line_adjustment a
  where a.tenant_id = f.tenant_id and a.bill_id = f.bill_id and a.line_id = f.line_id order by a.step_no desc limit 1)`;

/** What the fee of a correction `f` was reckoned by; null of every other line. By the keys of lines, fees and bills. */
export const correction = sql`case when f.stood is not null then (
  select json_build_object('stood', f.stood, 'rate', o.rate_millionths, 'before', of.before, 'total', coalesce(m.tier_basis, ob.basis))
    from bill_line o join line_fee of on of.tenant_id = o.tenant_id and of.stage_id = o.stage_id and of.line_id = o.line_id
      join bill ob on ob.tenant_id = of.tenant_id and ob.bill_id = of.bill_id and ob.status <> 'draft'
      left join bill_rule m on m.tenant_id = of.tenant_id and m.bill_id = of.bill_id and m.rule_id = of.rule_id and m.rule_version = of.rule_version
    where o.tenant_id = f.tenant_id and o.line_id = l.corrects_line_id limit 1) end`;

/** The line that a correction names as it was charged, and what stood of it before. */
export interface CorrectionRow {
  readonly stood: number;
  readonly rate: Rate | null;
  readonly before: number;
  readonly total: number;
}

/** A line of a bill with its fee, as lists have it. */
export const listedBillLine = wireList<Omit<Line, 'computation' | 'rule' | 'adjustedAmount'>>()(
  { f: 'line_fee', l: 'bill_line' },
  {
    always: {
      lineId: 'l.line_id',
      loanNo: 'l.loan_no',
      stageId: 'l.stage_id',
      orgId: 'l.org_id',
      projectId: 'l.project_id',
      productId: 'l.product_id',
      borrowerMasked: 'l.borrower_masked',
      loanAmount: 'l.loan_fen',
      quantity: 'l.quantity',
      unit: 'l.unit',
      rate: 'l.rate_millionths',
      amount: 'f.fee_fen',
      occurredOn: 'l.occurred_on',
    },
    present: { correctsLineId: 'l.corrects_line_id' },
  },
  ['f.place', 'f.before', 'f.rule_id', 'f.rule_version'],
)
  .plus<{ readonly standing_fen: Fen | null }>('standing_fen', standing)
  .plus<{ readonly correction: CorrectionRow | null }>('correction', correction);

/** The columns of a line of a bill. */
export type BillLineRow = RowOf<typeof listedBillLine>;

/** What lines are asked of. */
export interface WantedLines {
  readonly bill: { readonly billId: string; readonly stageId: string };
  /** The reference or its beginning. */
  readonly loanNo: string | undefined;
  /** The place after which the part begins. */
  readonly afterPlace: number | null;
  readonly listing: Listing;
}

/** A part of the lines of a bill, in its order. By line_fee_of_bill from the cursor on, and the key of lines, both in the stage's partition. */
export const listBillLines = (
  db: Db,
  tenantId: string,
  { bill: { billId, stageId }, loanNo, afterPlace, listing }: WantedLines,
): Promise<ReadPart<BillLineRow>> =>
  readPart(db, listing, {
    list: listedBillLine,
    from: sql`line_fee f join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id`,
    ...(loanNo === undefined && { countedFrom: sql`line_fee f` }),
    where: sql`f.tenant_id = ${tenantId} and f.stage_id = ${stageId} and f.bill_id = ${billId}${loanNo === undefined ? sql`` : sql` and ${hasReference(loanNo)}`}`,
    beyond: afterPlace === null ? sql`` : sql` and f.place > ${afterPlace}`,
    orderBy: sql`place`,
    key: 'line_id',
    // The stage leaves one partition.
    planning: 'fresh',
  });

/** Those of some lines that a bill consists of, in its order. By the keys of fees and lines, both in the stage's partition. */
export const listChosenLines = async (
  db: Db,
  tenantId: string,
  { billId, stageId, lineIds }: WantedLines['bill'] & { readonly lineIds: readonly string[] },
): Promise<readonly BillLineRow[]> => {
  const { rows } = await sql<BillLineRow>`
    select ${listedBillLine.columns}
      from line_fee f join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
      where f.tenant_id = ${tenantId} and f.stage_id = ${stageId} and f.line_id = any(${[...lineIds]}::text[]) and f.bill_id = ${billId}
      order by f.place`.execute(db);
  return rows;
};

/** A bill's key, its total basis, and the versions that made it. */
const billsOfLines = (db: Db) =>
  db
    .selectFrom('bill as b')
    .select(['b.tenant_id', 'b.bill_id', 'b.stage_id', 'b.basis'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('bill_rule as r')
          .innerJoin('fee_rule_version as v', (join) =>
            join.onRef('v.rule_id', '=', 'r.rule_id').onRef('v.version', '=', 'r.rule_version'),
          )
          .select(termColumns.map((column) => `v.${column}` as const))
          .select(['r.rule_id', 'r.rule_version', 'r.tier_basis'])
          .whereRef('r.tenant_id', '=', 'b.tenant_id')
          .whereRef('r.bill_id', '=', 'b.bill_id')
          .limit(500),
      ).as('rules'),
    ]);

/** An issued bill of a tenant. By the number. */
export const findBillOfLines = (db: Db, tenantId: string, billNo: string) =>
  billsOfLines(db)
    .where('b.tenant_id', '=', tenantId)
    .where('b.bill_no', '=', billNo)
    .where('b.status', '<>', 'draft')
    .executeTakeFirst();

/** How staff name a bill: by its number, or as a draft by its key. */
type NamedBill = { readonly billNo: string } | { readonly tenantId: string; readonly billId: string };

/** A bill or draft of any tenant. By the unique number, or the primary key. */
export const findNamedBillOfLines = (db: Db, named: NamedBill) =>
  'billNo' in named
    ? billsOfLines(db).where('b.bill_no', '=', named.billNo).executeTakeFirst()
    : billsOfLines(db)
        .where('b.tenant_id', '=', named.tenantId)
        .where('b.bill_id', '=', named.billId)
        .executeTakeFirst();

/** What `findBillOfLines` returns. */
export type BillOfLines = NonNullable<Awaited<ReturnType<typeof findBillOfLines>>>;
