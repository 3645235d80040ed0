import { fen } from '@ronghui/domain/money';
import { reconKinds } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { Matched, MatchedRun } from './matched-run.ts';

interface Moved {
  readonly from_kind: number | null;
  readonly to_kind: number | null;
  readonly ledger_count: number;
  readonly ledger_fen: number;
  readonly line_count: number;
  readonly line_fen: number;
}

/** The standing rows of one side with their kinds. */
const rowsOf = (
  { items, parts, where }: Readonly<Record<'items' | 'parts' | 'where', RawBuilder<unknown>>>,
  [key, amount]: readonly [key: 'row_no' | 'line_id', amount: 'ledger_fen' | 'line_fen'],
): RawBuilder<unknown> => sql`
  select i.${sql.ref(key)} as key, i.kind, i.${sql.ref(amount)} as fen from ${items} i
    where ${where} and i.ledger_count <= 1 and i.line_count <= 1 and i.${sql.ref(key)} is not null
  union all
  select p.${sql.ref(key)}, i.kind, p.fen from ${items} i join ${parts} p on p.run_no = i.run_no and p.item_no = i.item_no
    where ${where} and (i.ledger_count > 1 or i.line_count > 1) and p.${sql.ref(key)} is not null`;

/**
 * From which kind to which the rows of both sides went since another run, as it stands now. Numbers of ledger rows mean the same rows in the same
 * file alone; of another file only the lines are compared.
 */
export const compareRuns = async (
  tx: Tx,
  { tenantId, runNo }: MatchedRun,
  comparedRunNo: number,
): Promise<NonNullable<Matched['changes']>> => {
  const own = { items: sql`recon_item`, parts: sql`recon_part`, where: sql`i.until_step is null` };
  const former = {
    items: sql`public.recon_item`,
    parts: sql`public.recon_part`,
    where: sql`i.tenant_id = ${tenantId} and i.run_no = ${comparedRunNo} and i.until_step is null`,
  };
  const moved = (columns: Parameters<typeof rowsOf>[1]) => sql`
    select a.kind as from_kind, b.kind as to_kind, coalesce(b.fen, a.fen) as fen
      from (${rowsOf(former, columns)}) a full join (${rowsOf(own, columns)}) b on b.key = a.key where a.kind is distinct from b.kind`;
  const { rows } = await sql<Moved>`
    select from_kind, to_kind, count(*) filter (where is_ledger) as ledger_count, coalesce(sum(fen) filter (where is_ledger), 0) as ledger_fen,
        count(*) filter (where not is_ledger) as line_count, coalesce(sum(fen) filter (where not is_ledger), 0) as line_fen
      from (
        select true as is_ledger, m.* from (${moved(['row_no', 'ledger_fen'])}) m
          where (select count(distinct l.sha256) from recon_run r join recon_ledger l using (tenant_id, ledger_id)
            where r.run_no in (${runNo}, ${comparedRunNo})) = 1
        union all
        select false, m.* from (${moved(['line_id', 'line_fen'])}) m) u
      group by from_kind, to_kind order by from_kind nulls first, to_kind nulls first`.execute(tx);
  const kindOf = (place: number | null) => (place === null ? undefined : reconKinds[place]);
  return rows.map((row) => {
    const [from, to] = [kindOf(row.from_kind), kindOf(row.to_kind)];
    return {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ledgerCount: row.ledger_count,
      ledgerAmount: fen(row.ledger_fen),
      lineCount: row.line_count,
      lineAmount: fen(row.line_fen),
    };
  });
};
