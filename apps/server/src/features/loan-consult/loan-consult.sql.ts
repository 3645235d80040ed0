import type { Output } from '@ronghui/contract';
import { type BillDirection, billDirections } from '@ronghui/domain/bill';
import { type Fen, fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Listing, ReadPart } from '#kernel/calls/listing';
import type { Db } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import { type LineFilter, wantedLines } from './line-filter.sql.ts';

/** The fee of a line is shown once its stage is issued. */
const isIssued = sql`(select s.status = 'issued' from stage s where s.stage_id = l.stage_id)`;

/** A line as lists have it; `amount` by `shown_fen`. */
const listedLine = wireList<Omit<Output<'loanConsult.page'>['items'][number], 'amount'>>()(
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
).plus<{ readonly shown_fen: Fen | null }>('shown_fen', sql`case when ${isIssued} then l.fee_fen end`);

/** The columns of a line in a list. */
export type LineRow = RowOf<typeof listedLine>;

/** A line in the contract's shape (contract 5). */
export const lineOf = (row: LineRow): Output<'loanConsult.page'>['items'][number] => ({
  ...listedLine.recordOf(row),
  amount: row.shown_fen,
});

/**
 * A part of a tenant's lines, the latest day first: one statement. Of each partition it walks the index of one filter, which holds the others
 * too, from the latest day or from the cursor, and fetches the rows of the part alone.
 */
export const listLines = (
  db: Db,
  tenantId: string,
  { filter, listing }: { readonly filter: LineFilter; readonly listing: Listing },
): Promise<ReadPart<LineRow>> => {
  const { after } = listing;
  const day = after?.at.toISOString().slice(0, 10);
  return readPart(db, listing, {
    list: listedLine,
    from: sql`bill_line l`,
    where: wantedLines(tenantId, filter),
    beyond: after === null ? sql`` : sql` and (l.occurred_on, l.line_id) < (${day}::date, ${after.key})`,
    orderBy: sql`occurred_on desc, line_id desc`,
    key: 'line_id',
    keyed: { alias: 'l', columns: ['tenant_id', 'stage_id', 'line_id'] },
  });
};

/** How many lines a filter finds, counted up to a bound. From one index alone. */
export const countLines = async (
  db: Db,
  tenantId: string,
  { filter, atMost }: { readonly filter: LineFilter; readonly atMost: number },
): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (select from bill_line l where ${wantedLines(tenantId, filter)} limit ${atMost}) each_one`.execute(
    db,
  );
  return rows[0]?.found ?? 0;
};

interface SummedRow {
  readonly unit: string;
  readonly direction: BillDirection | null;
  readonly lines: number;
  readonly counted: number;
  readonly loan_fen: number;
  readonly quantity: number;
  readonly fee_fen: number;
}

const total = (rows: readonly SummedRow[], of: (row: SummedRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** The sums of a filter; fees of issued stages alone. Reads every line of the filter. */
export const sumLines = async (db: Db, tenantId: string, filter: LineFilter): Promise<Output<'loanConsult.sum'>> => {
  const { rows } = await sql<SummedRow>`
    select l.unit, case when s.status = 'issued' then l.direction end as direction, count(*) as lines, count(l.quantity) as counted,
      coalesce(sum(l.loan_fen), 0) as loan_fen, coalesce(sum(l.quantity), 0) as quantity,
      coalesce(sum(l.fee_fen) filter (where s.status = 'issued'), 0) as fee_fen
    from bill_line l join stage s using (stage_id) where ${wantedLines(tenantId, filter)} group by 1, 2 order by 1, 2`.execute(
    db,
  );
  const units = Map.groupBy(
    rows.filter(({ counted }) => counted > 0),
    ({ unit }) => unit,
  );
  const billed = (direction: BillDirection) => {
    const own = rows.filter((row) => row.direction === direction);
    return { count: total(own, ({ lines }) => lines), amount: fen(total(own, ({ fee_fen }) => fee_fen)) };
  };
  const [payable, receivable] = billDirections;
  return {
    count: total(rows, ({ lines }) => lines),
    loanAmount: fen(total(rows, ({ loan_fen }) => loan_fen)),
    quantities: [...units].map(([unit, own]) => ({ unit, quantity: total(own, ({ quantity }) => quantity) })),
    byDirection: { [payable]: billed(payable), [receivable]: billed(receivable) },
  };
};
