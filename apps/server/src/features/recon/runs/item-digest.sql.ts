import type { Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

type Digested = NonNullable<Output<'recon.statement'>['items']>;

/** How many numbers of items one digest joins before digests are joined: what a statement of millions of items holds at once stays small. */
const blockItems = 4096;

/**
 * Digests of all standing items of a run, in the order of their numbers: of the rows of both sides, of kinds and rules, and of what people
 * decided. Each item becomes the digests of three rows as PostgreSQL writes them, days as numbers; those of a block of numbers become one, and the blocks become one. Reads all
 * items once, and sorts digests alone.
 *
 * @source R13.4
 */
export const digestItems = async (
  db: Db,
  { tenantId, runNo }: { readonly tenantId: string; readonly runNo: number },
): Promise<Digested> => {
  const { rows } = await sql<Digested>`
    with part as (
      select p.item_no, json_agg(json_build_array(p.row_no, p.line_id, p.reference, p.counterparty, p.fen, p.occurred_on, p.bill_id)
          order by p.row_no, p.line_id) as rows
        from recon_part p where p.tenant_id = ${tenantId} and p.run_no = ${runNo} group by p.item_no
    ), item as (
      select i.item_no,
          sha256(convert_to(row(i.item_no, i.row_no, i.ledger_reference, i.counterparty, i.ledger_fen, i.ledger_on - date '2000-01-01', i.ledger_count,
            i.line_id, i.line_reference, i.line_fen, i.line_on - date '2000-01-01', i.line_count, i.bill_id, i.difference_fen, p.rows::text)::text, 'utf8')) as facts,
          sha256(convert_to(row(i.item_no, i.kind, i.rule, i.difference_rule_no, i.since_step)::text, 'utf8')) as conclusion,
          sha256(convert_to(row(i.item_no, i.note, i.is_accepted, i.feedback_no, i.former_feedback_no)::text, 'utf8')) as decision
        from recon_item i left join part p on p.item_no = i.item_no and (i.ledger_count > 1 or i.line_count > 1)
        where i.tenant_id = ${tenantId} and i.run_no = ${runNo} and i.until_step is null
    ), block as (
      select item_no / ${sql.lit(blockItems)} as block_no, count(*) as items, sha256(string_agg(facts, ''::bytea order by item_no)) as facts,
          sha256(string_agg(conclusion, ''::bytea order by item_no)) as conclusions, sha256(string_agg(decision, ''::bytea order by item_no)) as decisions
        from item group by 1
    )
    select coalesce(sum(items), 0)::bigint as count,
        encode(sha256(coalesce(string_agg(facts, ''::bytea order by block_no), ''::bytea)), 'hex') as "rowsSha256",
        encode(sha256(coalesce(string_agg(conclusions, ''::bytea order by block_no), ''::bytea)), 'hex') as "conclusionsSha256",
        encode(sha256(coalesce(string_agg(decisions, ''::bytea order by block_no), ''::bytea)), 'hex') as "decisionsSha256"
      from block`.execute(db);
  const [digested] = rows;
  if (digested === undefined) throw new Error('an aggregate answers one row');
  return digested;
};
