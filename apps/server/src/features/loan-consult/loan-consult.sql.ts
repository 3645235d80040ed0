import type { Output } from '@ronghui/contract';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { type Db, readPlanned } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Planning } from '#kernel/database/statement';
import type { Listing, ReadPart } from '#kernel/listing';
import { type LineFilter, wantedLines } from './line-filter.sql.ts';

/** What stands of a line `f` after the last answer to feedback that changed it. By the primary key of bill_line_adjustment. */
export const standingFee = sql`(select a.to_fen from bill_line_adjustment a
  where a.tenant_id = f.tenant_id and a.bill_id = f.bill_id and a.line_id = f.line_id order by a.step_no desc limit 1)`;

/** The condition that leaves the partition of a stage, where one is asked for. */
const inStage = (alias: 'f' | 'l', stageId: string | undefined) =>
  stageId === undefined ? sql`` : sql` and ${sql.ref(`${alias}.stage_id`)} = ${stageId}`;

/** A fact of the issued bill `b` and the fee `f` of a line `l`; null before the issue. By the keys of line_fee and bill. */
const issued = (
  fact: RawBuilder<unknown>,
  stageId: string | undefined,
) => sql`(select ${fact} from line_fee f join bill b using (tenant_id, bill_id)
  where f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id and b.status <> 'draft'${inStage('f', stageId)})`;

interface Billed {
  readonly shown_fen: Fen | null;
  readonly standing_fen: Fen | null;
  readonly bill_no: string | null;
}

/** A line without its fee and bill. */
const plainLine = wireList<Omit<Output<'loanConsult.page'>['items'][number], 'amount' | 'billNo' | 'adjustedAmount'>>()(
  { l: 'bill_line' },
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
      occurredOn: 'l.occurred_on',
    },
    present: { correctsLineId: 'l.corrects_line_id' },
  },
);
/** The columns of a line without its fee and bill. */
export const plainColumns = plainLine.columns;
/** A line as lists have it; `amount` by `shown_fen`. Lines of one stage say so, and the fees of the others are not planned for. */
const listedLineOf = (stageId: string | undefined) =>
  plainLine
    .plus<Pick<Billed, 'shown_fen'>>('shown_fen', issued(sql`f.fee_fen`, stageId))
    .plus<Pick<Billed, 'standing_fen'>>('standing_fen', issued(standingFee, stageId))
    .plus<Pick<Billed, 'bill_no'>>('bill_no', issued(sql`b.bill_no`, stageId));
const listedLine = listedLineOf(undefined);

/** The columns of a line in a list. */
export type LineRow = RowOf<typeof listedLine>;

/** A line in the contract's shape (contract 5). */
export const lineOf = (row: LineRow): Output<'loanConsult.page'>['items'][number] => ({
  ...listedLine.recordOf(row),
  amount: row.shown_fen,
  ...(row.bill_no === null ? {} : { billNo: row.bill_no }),
  ...(row.standing_fen === null ? {} : { adjustedAmount: row.standing_fen }),
});

/**
 * How lines are planned: over all partitions that takes longer than to read a page, so the plan is kept; a stage leaves one of them, and a
 * plan that does not know which would be one for all.
 */
const planningOf = ({ stageId }: LineFilter): Planning => (stageId === undefined ? 'kept' : 'fresh');

/** How many lines a filter finds, counted up to a bound. From one index alone. */
export const countLines = async (
  db: Db,
  tenantId: string,
  { filter, atMost }: { readonly filter: LineFilter; readonly atMost: number },
): Promise<number> => {
  const statement = sql<{ found: number }>`
    select count(*)::int as found from (select from bill_line l where ${wantedLines(tenantId, filter)} limit ${atMost}) each_one`;
  const [row] = await readPlanned(db, planningOf(filter), statement.compile(db));
  return row?.found ?? 0;
};

/** Up to how many lines of a reference are sorted. */
const fewOfReference = 2000;

/** Whether a filter has a reference that few lines begin with. By bill_line_once. */
const isRareReference = async (db: Db, tenantId: string, { stageId, loanNo }: LineFilter): Promise<boolean> =>
  loanNo !== undefined &&
  (await countLines(db, tenantId, { filter: { stageId, loanNo }, atMost: fewOfReference + 1 })) <= fewOfReference;

/**
 * A part of a tenant's lines, the latest day first: one statement. Of each partition it walks the index of one filter, which holds the others
 * too, from the latest day or from the cursor, and fetches the rows of the part alone. A few lines of a reference are sorted instead: no plan
 * can know how many begin so, and they are counted before.
 */
export const listLines = async (
  db: Db,
  tenantId: string,
  { filter, listing }: { readonly filter: LineFilter; readonly listing: Listing },
): Promise<ReadPart<LineRow>> => {
  const { after } = listing;
  const day = after?.at.toISOString().slice(0, 10);
  const isRare = await isRareReference(db, tenantId, filter);
  const foundBy = isRare ? 'reference' : 'others';
  const { loanNo: _, ...others } = filter;
  const isAlone = Object.values(others).every((value) => value === undefined);
  return readPart(db, listing, {
    list: listedLineOf(filter.stageId),
    from: sql`bill_line l`,
    where: wantedLines(tenantId, filter, foundBy),
    // A common reference alone is counted by its own index.
    countedWhere: wantedLines(tenantId, filter, isAlone ? 'reference' : foundBy),
    beyond:
      after === null
        ? sql``
        : sql` and ((l.occurred_on, l.line_id) < (${day}::date, ${after.key}))${isRare ? sql` is true` : sql``}`,
    // An order that no index has: a kept plan would walk all lines in the order of the list to find the few.
    orderBy: isRare ? sql`occurred_on + 0 desc, line_id desc` : sql`occurred_on desc, line_id desc`,
    key: 'line_id',
    keyed: { alias: 'l', columns: ['tenant_id', 'stage_id', 'line_id'], within: inStage('l', filter.stageId) },
    planning: planningOf(filter),
  });
};
