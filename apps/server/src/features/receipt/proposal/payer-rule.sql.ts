import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** A rule with its merchant, and who confirmed it and took it back. */
export interface PayerRuleRow {
  readonly rule_no: number;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly payer_name: string | null;
  readonly receipt_no: string;
  readonly confirmed_by: string;
  readonly confirmed_at: Date;
  readonly taken_back_by: string | null;
  readonly taken_back_at: Date | null;
}

/** A page of rules, the latest confirmed first. By payer_rule_newest. */
export const listRules = (db: Db, listing: Listing): Promise<ReadPart<PayerRuleRow>> => {
  const { after } = listing;
  return readPart<PayerRuleRow>(db, listing, {
    list: {
      columns: sql`p.rule_no, p.tenant_id, t.name as tenant_name, p.payer_name, p.receipt_no, p.confirmed_by, p.confirmed_at, p.taken_back_by, p.taken_back_at`,
      recordOf: (row) => row,
    },
    from: sql`payer_rule p join tenant t on t.tenant_id = p.tenant_id`,
    countedFrom: sql`payer_rule p`,
    where: sql`true`,
    beyond: after === null ? sql`` : sql` and (p.confirmed_at, p.rule_no) < (${after.at}, ${after.key}::bigint)`,
    orderBy: sql`confirmed_at desc, rule_no desc`,
    key: 'rule_no',
  });
};

/** Whose money a receipt is, and from which account; undefined where there is no such receipt. By the keys of receipts and lines. */
export const findPayer = async (
  db: Db,
  receiptNo: string,
): Promise<{ readonly tenant_id: string | null; readonly payer_digest: Buffer | null } | undefined> => {
  const { rows } = await sql<{ tenant_id: string | null; payer_digest: Buffer | null }>`
    select r.tenant_id, l.payer_digest from receipt r left join bank_line l on l.receipt_no = r.receipt_no where r.receipt_no = ${receiptNo}`.execute(
    db,
  );
  return rows[0];
};

/** Adds a rule, unless it stands; returns its number. */
export const insertRule = async (
  tx: Tx,
  { receiptNo, staffId }: { readonly receiptNo: string; readonly staffId: string },
): Promise<{ readonly ruleNo: number; readonly isNew: boolean }> => {
  const added = await sql<{ rule_no: number }>`
    insert into payer_rule (tenant_id, payer_digest, payer_name, receipt_no, confirmed_by)
      select r.tenant_id, l.payer_digest, r.payer_name, r.receipt_no, ${staffId} from receipt r join bank_line l on l.receipt_no = r.receipt_no
        where r.receipt_no = ${receiptNo}
      on conflict (payer_digest, tenant_id) where taken_back_at is null do nothing returning rule_no`.execute(tx);
  const [row] = added.rows;
  if (row !== undefined) return { ruleNo: row.rule_no, isNew: true };
  const { rows } = await sql<{ rule_no: number }>`
    select p.rule_no from payer_rule p join bank_line l on l.payer_digest = p.payer_digest join receipt r on r.receipt_no = l.receipt_no
      where r.receipt_no = ${receiptNo} and p.tenant_id = r.tenant_id and p.taken_back_at is null`.execute(tx);
  const [known] = rows;
  if (known === undefined) throw new Error('a rule that stands is not there');
  return { ruleNo: known.rule_no, isNew: false };
};

/** Takes a rule back; the merchant that it was of, undefined where none stands. By the primary key. */
export const takeRuleBack = async (tx: Tx, ruleNo: number, staffId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ tenant_id: string }>`
    update payer_rule set taken_back_by = ${staffId}, taken_back_at = app_now() where rule_no = ${ruleNo} and taken_back_at is null returning tenant_id`.execute(
    tx,
  );
  return rows[0]?.tenant_id;
};
