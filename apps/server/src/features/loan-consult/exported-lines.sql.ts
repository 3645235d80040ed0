import type { BillDirection } from '@ronghui/domain/bill';
import { sql } from 'kysely';
import { type ExplainedLine, explainedColumns } from '#features/bill/bill.reads';
import type { Db } from '#kernel/database/db';
import { manyRows, type Streamed } from '#kernel/database/row-stream.sql';
import { type LineFilter, wantedLines } from './line-filter.sql.ts';
import { type LineRow, plainColumns, standingFee } from './loan-consult.sql.ts';

/** A line in an export, with the direction of its issued bill. */
export type ExportedLine = LineRow & { readonly direction: BillDirection | null } & Pick<
    ExplainedLine,
    'before' | 'rule_id' | 'rule_version' | 'correction'
  >;

/**
 * All lines of a filter that were there at a moment, the latest day first, as one statement to stream: the order of `listLines`, with the fee by
 * keys. Few lines were changed: of the others no change is looked for.
 */
export const exportedLines = (
  tenantId: string,
  filter: LineFilter,
  until: Date,
): Streamed<ExportedLine> => sql<ExportedLine>`
  select ${plainColumns}, b.direction, case when b.bill_id is not null then f.fee_fen end as shown_fen,
    ${explainedColumns},
    case when b.bill_id is not null and f.line_id in (select line_id from bill_line_adjustment where tenant_id = ${tenantId})
      then ${standingFee} end as standing_fen, b.bill_no
  from bill_line l
    left join line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
    left join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id and b.status <> 'draft'
  where ${wantedLines(tenantId, filter)} and l.created_at <= ${until}
  order by l.occurred_on desc, l.line_id desc`;

/**
 * The lines of a part of an export: of the first, which others wait for, and of each other. A part goes through the fees of its stages, whatever
 * its size: the fewer the cheaper. So many are still sorted in memory (`planLargeStream`).
 */
const partSizes = { first: 50_000, other: 250_000 } as const;

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
  sizes: { readonly first: number; readonly other: number } = partSizes,
): Promise<{ readonly rows: number; readonly parts: readonly Days[] }> => {
  const { rows: days } = await sql<{ day: string; lines: number }>`
    select l.occurred_on as day, count(*) as lines from bill_line l where ${wantedLines(tenantId, filter)}
      group by l.occurred_on order by l.occurred_on desc`.execute(db);
  const rows = days.reduce((sum, { lines }) => sum + lines, 0);
  if (rows < manyRows) return { rows, parts: [] };
  const parts: Days[] = [];
  let size = sizes.first;
  let part: { readonly to: string; lines: number } | undefined;
  for (const [at, { day, lines }] of days.entries()) {
    part ??= { to: day, lines: 0 };
    part.lines += lines;
    if (part.lines < size && at < days.length - 1) continue;
    parts.push({ from: day, to: part.to });
    part = undefined;
    size = sizes.other;
  }
  return { rows, parts };
};
