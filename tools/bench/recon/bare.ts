import { createReadStream } from 'node:fs';
import pg from 'pg';
import { CopyIn } from '../../../apps/server/src/kernel/database/copy-in.ts';
import type { Sides } from './sides.ts';

const ignore = { begin: () => undefined, end: () => undefined };

/** What a run keeps of each item, by a bare join. */
const items = ({ tenantId, stageId }: Sides): string => `
  create table bare_item as
  select '${tenantId}' as tenant_id, 1::bigint as run_no, coalesce(a.row_no, 0)::bigint as item_no, case when a.fen = b.fen_of then 0 else 1 end::smallint as kind,
      0::smallint as rule, a.row_no, a.reference as ledger_reference, a.counterparty, a.fen as ledger_fen, a.occurred_on as ledger_on, 1 as ledger_count,
      b.line_id, b.loan_no as line_reference, b.fen_of as line_fen, b.occurred_on as line_on, 1 as line_count, b.bill_id,
      b.fen_of - a.fen as difference_fen, null::text as note, false as is_accepted, null::text as feedback_no, 0 as since_step, null::int as until_step,
      null::text as former_feedback_no, null::bigint as difference_rule_no, abs(b.fen_of - a.fen) as size_fen
    from bare_ledger a full outer join (
      select l.line_id, l.loan_no, l.occurred_on, f.fee_fen as fen_of, f.bill_id
        from line_fee f join bill_line l using (tenant_id, stage_id, line_id) join bill b using (tenant_id, bill_id)
        where f.tenant_id = '${tenantId}' and f.stage_id = '${stageId}' and b.direction = 'payable' and b.status <> 'draft') b
      on b.loan_no = a.reference`;

/** The indexes of a run's items as `make_recon_tables` and `finish_recon_tables` make them, after its rows; those of lists, decisions and steps by their functions. */
const indexing = [
  'create index on bare_item (item_no, since_step)',
  'create index on bare_item (kind, item_no) where until_step is null',
  "select index_recon_lists('bare_item')",
  'create index on bare_item (kind, line_reference, item_no) where until_step is null and line_reference <> ledger_reference',
  "select index_recon_decisions('bare_item')",
  "select index_recon_steps('bare_item')",
];

/** A bare COPY of the ledger, a full outer join with the lines by reference into a table, and the same indexes. Returns its seconds. */
export const matchBare = async (url: string, sides: Sides): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set jit = off; set enable_mergejoin = off",
    );
    const startedMs = performance.now();
    await client.query('begin');
    await client.query(
      'create temp table bare_ledger (row_no int not null, reference text collate "C", counterparty text collate "C", fen bigint, occurred_on date, faults jsonb)',
    );
    const copying = new CopyIn('copy bare_ledger from stdin', createReadStream(sides.path), ignore);
    // Its class is the kernel's own, which the types of `query` do not know.
    client.query(copying as unknown as pg.Submittable);
    await copying.result;
    await client.query(items(sides));
    for (const statement of indexing) await client.query(statement);
    await client.query('commit');
    const seconds = (performance.now() - startedMs) / 1000;
    await client.query('drop table bare_item');
    return seconds;
  } finally {
    await client.end();
  }
};
