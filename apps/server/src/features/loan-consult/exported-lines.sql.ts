import { type BillDirection, billDirections } from '@ronghui/domain/bill';
import { type Fen, fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { manyRows, type TextRows } from '#kernel/database/row-stream.sql';
import { inOneText, textOrNull, valuesOf, wholeOrNull } from '#kernel/database/row-text.sql';
import { type LineFilter, wantedLines } from './line-filter.sql.ts';
import { type LineRow, standingFee } from './loan-consult.sql.ts';

/** A line in an export, with the direction of its issued bill. */
export type ExportedLine = LineRow & { readonly direction: BillDirection | null };

/** The values of a line in an export, in the order of `exportedLineOf`. Few lines were changed: of the others no change is looked for. */
const exportedValues = (tenantId: string) => [
  sql`l.line_id`,
  sql`l.loan_no`,
  sql`l.stage_id`,
  sql`l.org_id`,
  sql`l.project_id`,
  sql`l.product_id`,
  sql`l.borrower_masked`,
  sql`l.loan_fen`,
  sql`l.quantity`,
  sql`l.unit`,
  sql`l.rate_millionths`,
  sql`l.occurred_on`,
  sql`l.corrects_line_id`,
  sql`b.direction`,
  sql`case when b.bill_id is not null then f.fee_fen end`,
  sql`case when b.bill_id is not null and f.line_id in (select line_id from bill_line_adjustment where tenant_id = ${tenantId})
    then ${standingFee} end`,
  sql`b.bill_no`,
];
const exportedCount = exportedValues('').length;

const fenOrNull = (value: string): Fen | null => (value === '' ? null : fen(Number(value)));

const exportedLineOf = (text: string): ExportedLine => {
  const [
    line_id = '',
    loan_no = '',
    stage_id = '',
    org_id = '',
    project_id = '',
    product_id = '',
    borrower = '',
    loan = '',
    quantity = '',
    unit = '',
    rate = '',
    occurred_on = '',
    corrects = '',
    direction = '',
    shown = '',
    standing = '',
    billNo = '',
  ] = valuesOf(text, exportedCount);
  return {
    line_id,
    loan_no,
    stage_id,
    org_id,
    project_id,
    product_id,
    borrower_masked: textOrNull(borrower),
    loan_fen: fenOrNull(loan),
    quantity: wholeOrNull(quantity),
    unit,
    rate_millionths: wholeOrNull(rate),
    occurred_on,
    corrects_line_id: textOrNull(corrects),
    direction: billDirections.find((one) => one === direction) ?? null,
    shown_fen: fenOrNull(shown),
    standing_fen: fenOrNull(standing),
    bill_no: textOrNull(billNo),
  };
};

/** All lines of a filter that were there at a moment, the latest day first, as one statement to stream: the order of `listLines`, with the fee by keys. */
export const exportedLines = (tenantId: string, filter: LineFilter, until: Date): TextRows<ExportedLine> => ({
  texts: sql<{ text: string }>`
    select ${inOneText(exportedValues(tenantId))} as text
    from bill_line l
      left join line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
      left join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id and b.status <> 'draft'
    where ${wantedLines(tenantId, filter)} and l.created_at <= ${until}
    order by l.occurred_on desc, l.line_id desc`,
  rowOf: exportedLineOf,
});

/** The lines of a part of an export: of the first, which others wait for, and of the others, each twice its former at most. */
const partSizes = { first: 25_000, most: 200_000 } as const;

/** Days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * How many lines a filter finds and, where they are many, their days in parts, the latest first. A part is joined and sorted in memory while the
 * one before it is written. From one index alone.
 */
export const countExportedLines = async (
  db: Db,
  tenantId: string,
  filter: LineFilter,
): Promise<{ readonly rows: number; readonly parts: readonly Days[] }> => {
  const { rows: days } = await sql<{ day: string; lines: number }>`
    select l.occurred_on as day, count(*) as lines from bill_line l where ${wantedLines(tenantId, filter)}
      group by l.occurred_on order by l.occurred_on desc`.execute(db);
  const rows = days.reduce((sum, { lines }) => sum + lines, 0);
  if (rows < manyRows) return { rows, parts: [] };
  const parts: Days[] = [];
  let size: number = partSizes.first;
  let part: { readonly to: string; lines: number } | undefined;
  for (const [at, { day, lines }] of days.entries()) {
    part ??= { to: day, lines: 0 };
    part.lines += lines;
    if (part.lines < size && at < days.length - 1) continue;
    parts.push({ from: day, to: part.to });
    part = undefined;
    size = Math.min(2 * size, partSizes.most);
  }
  return { rows, parts };
};
