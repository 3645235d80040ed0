import type { Output } from '@ronghui/contract';
import { type BillDirection, billDirections } from '@ronghui/domain/bill';
import { addQuantities, addSums, type FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { VisitorContext } from '#kernel/calls/context';
import { type Db, limitStatements } from '#kernel/database/db';
import { type LineFilter, wantedLines } from './line-filter.sql.ts';
import { countLines } from './loan-consult.sql.ts';

interface SummedRow {
  readonly unit: string;
  readonly direction: BillDirection | null;
  readonly lines: number;
  readonly counted: number;
  readonly loan_fen: FenSum;
  readonly quantity: number | string;
  readonly fee_fen: FenSum;
}

const total = (rows: readonly SummedRow[], of: (row: SummedRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** The sums of rows that say what lines come to, and of rows with a direction that say what their fees do. */
const sumsOf = (bases: readonly SummedRow[], fees: readonly SummedRow[]): Output<'loanConsult.sum'> => {
  const units = Map.groupBy(
    bases.filter(({ counted }) => counted > 0),
    ({ unit }) => unit,
  );
  const billed = (direction: BillDirection) => {
    const own = fees.filter((row) => row.direction === direction);
    return { count: total(own, ({ lines }) => lines), amount: addSums(own.map(({ fee_fen }) => fee_fen)) };
  };
  const [payable, receivable] = billDirections;
  return {
    count: total(bases, ({ lines }) => lines),
    loanAmount: addSums(bases.map(({ loan_fen }) => loan_fen)),
    quantities: [...units].map(([unit, own]) => ({
      unit,
      quantity: addQuantities(own.map(({ quantity }) => quantity)),
    })),
    byDirection: { [payable]: billed(payable), [receivable]: billed(receivable) },
  };
};

/** The sums of a filter without a reference, from what is kept of lines and of the fees of issued bills: one statement. */
const sumKept = async (db: Db, tenantId: string, filter: LineFilter): Promise<Output<'loanConsult.sum'>> => {
  const wanted = wantedLines(tenantId, filter);
  const { rows } = await sql<SummedRow>`
    select l.unit, null as direction, sum(l.line_count) as lines, sum(l.counted) as counted, sum(l.loan_fen) as loan_fen,
      sum(l.quantity) as quantity, 0 as fee_fen from line_total l where ${wanted} group by 1
    union all
    select '', l.direction, sum(l.line_count), 0, 0, 0, sum(l.fee_fen) from fee_total l where ${wanted} group by 2
    order by 1, 2`.execute(db);
  return sumsOf(
    rows.filter(({ direction }) => direction === null),
    rows.filter(({ direction }) => direction !== null),
  );
};

/** Up to how many lines of a reference are summed one by one. @source contract 5 */
export const summedAtMost = 20_000;
/** How long a statement that reads the lines of a reference may take; that many take a tenth of it. @unit ms */
const statementMs = 2000;

/** The sums of the lines of a reference: every line and its fee, by bill_line_once. */
const sumReference = async (db: Db, tenantId: string, filter: LineFilter): Promise<Output<'loanConsult.sum'>> => {
  const { rows } = await sql<SummedRow>`
    select l.unit, b.direction, count(*) as lines, count(l.quantity) as counted, coalesce(sum(l.loan_fen), 0) as loan_fen,
      coalesce(sum(l.quantity), 0) as quantity, coalesce(sum(coalesce(s.to_fen, f.fee_fen)) filter (where b.direction is not null), 0) as fee_fen
    from bill_line l
      left join line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
      left join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id and b.status <> 'draft'
      left join (select distinct on (bill_id, line_id) bill_id, line_id, to_fen from bill_line_adjustment
        where tenant_id = ${tenantId} order by bill_id, line_id, step_no desc) s on s.bill_id = b.bill_id and s.line_id = l.line_id
    where ${wantedLines(tenantId, filter, 'reference')} group by 1, 2 order by 1, 2`.execute(db);
  return sumsOf(rows, rows);
};

/**
 * The sums of a filter; of the fees of issued bills alone, what stands after the answers to feedback, as the list shows it. Null for a reference
 * that more lines begin with than are summed one by one: what is kept has no references.
 *
 * @source R10.5, security 4.14
 */
export const sumLines = async (
  { db, snapshot: open }: Pick<VisitorContext, 'db' | 'snapshot'>,
  tenantId: string,
  filter: LineFilter,
): Promise<Output<'loanConsult.sum'> | null> => {
  const { stageId, loanNo } = filter;
  if (loanNo === undefined) return sumKept(db, tenantId, filter);
  const snapshot = await open();
  try {
    limitStatements(snapshot.db, statementMs);
    const reference = { filter: { stageId, loanNo }, atMost: summedAtMost + 1 };
    if ((await countLines(snapshot.db, tenantId, reference)) > summedAtMost) return null;
    return await sumReference(snapshot.db, tenantId, filter);
  } finally {
    await snapshot.close();
  }
};
