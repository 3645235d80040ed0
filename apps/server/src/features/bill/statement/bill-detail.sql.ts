import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { asksSecondApprover } from '#features/tenant/tenant.reads';
import { type Db, readPlanned } from '#kernel/database/db';
import { amountsOfBill } from '../record/bill-digest.sql.ts';
import { voucherWaits } from '../record/bill-status.sql.ts';
import { termColumns } from '../record/rule-terms.sql.ts';

/** Whether every line of a bill costs a fixed amount, whatever its basis. By the keys of bill_rule and fee_rule_version. */
const isPerLine = (bill: 'b' | 'o') => sql<boolean>`coalesce((
  select bool_and(v.kind = 'fixed' and v.per = 'line') from bill_rule r
    join fee_rule_version v on v.rule_id = r.rule_id and v.version = r.rule_version
    where r.tenant_id = ${sql.ref(`${bill}.tenant_id`)} and r.bill_id = ${sql.ref(`${bill}.bill_id`)}), false)`;

/**
 * What limits of lines are in the fees of a bill; null where one of its versions has limits, and the bill was drawn up before they were noted.
 * By the keys of bill_rule and fee_rule_version.
 */
const lineLimits = (bill: 'b' | 'o') => sql<{ readonly minimum: Fen; readonly cap: Fen } | null>`(
  select case when count(n.minimum) = count(*) and count(n.cap) = count(*)
      then json_build_object('minimum', coalesce(sum(n.minimum), 0), 'cap', coalesce(sum(n.cap), 0)) end
    from bill_rule r join fee_rule_version v on v.rule_id = r.rule_id and v.version = r.rule_version
      cross join lateral (select coalesce(r.line_minimum_fen, case when v.line_minimum_fen is null then 0 end) as minimum,
        coalesce(r.line_cap_fen, case when v.line_cap_fen is null then 0 end) as cap) n
    where r.tenant_id = ${sql.ref(`${bill}.tenant_id`)} and r.bill_id = ${sql.ref(`${bill}.bill_id`)})`;

/** What a comparison needs of the bill of a former stage. */
export interface FormerBill {
  readonly stage_id: string;
  readonly stage_name: string;
  readonly bill_no: string;
  readonly line_count: number;
  readonly basis: number;
  readonly unit: string | null;
  readonly lines_fen: Fen;
  readonly minimum_fen: Fen;
  readonly cap_fen: Fen;
  readonly adjusted_fen: Fen;
  readonly amount_fen: Fen;
  readonly is_per_line: boolean;
  readonly line_limits: { readonly minimum: Fen; readonly cap: Fen } | null;
}

/** How many stages back a former bill is looked for. */
const stagesBack = 24;

/**
 * The bill of the stage before: of the last former stage that has one of the same project, product, org and direction; of two that differ in
 * their tax rates, the one with the same rate. By stage_newest, and for each stage bill_once.
 */
const formerBill = sql<FormerBill | null>`(
  select to_json(found) from (
    select f.*, fs.opens_on from (select stage_id, opens_on from stage where opens_on < s.opens_on order by opens_on desc, stage_id desc limit ${stagesBack}) fs
      cross join lateral (
        select o.stage_id, o.stage_name, o.bill_no, o.line_count, o.basis, o.unit, o.lines_fen, o.minimum_fen, o.cap_fen, o.adjusted_fen,
            o.amount_fen, ${isPerLine('o')} as is_per_line, ${lineLimits('o')} as line_limits
          from bill o
          where o.tenant_id = b.tenant_id and o.stage_id = fs.stage_id and o.project_id = b.project_id and o.product_id = b.product_id
            and o.org_id = b.org_id and o.direction = b.direction and o.status <> 'draft'
          order by (o.tax_millionths = b.tax_millionths) desc, o.amount_fen desc, o.bill_no limit 1) f
      order by fs.opens_on desc, fs.stage_id desc limit 1) found)`;

/** A voucher as a statement lists it. */
interface VoucherOfBill {
  readonly voucher_id: string;
  readonly paid_at: string;
  readonly bank_serial: string | null;
  readonly sent_at: string;
  readonly file_ids: readonly string[];
  readonly by_name: string | null;
  readonly bill_nos: string[];
  readonly returned_at: string | null;
  readonly returned_reason: string | null;
  readonly returned_by: string | null;
  readonly waits: boolean;
}

/** The vouchers of a bill `b`, the newest first. By the keys of bill_voucher_item and bill_voucher. */
const vouchersOfBill = sql<readonly VoucherOfBill[]>`(
  select coalesce(json_agg(v), '[]') from (
    select w.voucher_id, w.paid_at, w.bank_serial, w.sent_at, w.file_ids, user_label(w.user_id) as by_name,
        array(select o.bill_no from bill_voucher_item j join bill o on o.tenant_id = j.tenant_id and o.bill_id = j.bill_id
          where j.tenant_id = w.tenant_id and j.voucher_id = w.voucher_id order by o.bill_no) as bill_nos,
        w.returned_at, w.returned_reason, w.returned_by, ${voucherWaits} as waits
      from bill_voucher_item i join bill_voucher w on w.tenant_id = i.tenant_id and w.voucher_id = i.voucher_id
      where i.tenant_id = b.tenant_id and i.bill_id = b.bill_id order by w.sent_at desc, w.voucher_id limit 100) v)`;

/** The payment code of a bill `b`; null of a receivable one. By the key of items. */
const codeOfBill = sql<string | null>`(
  select c.code from payment_code c where c.tenant_id = b.tenant_id and c.kind = 'bill' and c.item_no = b.bill_no)`;

/** How many steps a statement shows at least, the newest; more are read only where someone goes to and fro on one bill. */
const newestSteps = 300;

/**
 * An issued bill with its steps, rules and vouchers, in one statement; each part by the primary key of its table. Of very many steps the
 * issue, every adjustment, every payment and every reversal of one are there beside the newest, so that sums and payments are always whole.
 */
const billOfNumber = (db: Db, tenantId: string, billNo: string) =>
  db
    .selectFrom('bill as b')
    .innerJoin('tenant as t', 't.tenant_id', 'b.tenant_id')
    .innerJoin('stage as s', 's.stage_id', 'b.stage_id')
    .selectAll('b')
    .select([
      't.name as tenant_name',
      asksSecondApprover('t'),
      isPerLine('b').as('is_per_line'),
      lineLimits('b').as('line_limits'),
      formerBill.as('former'),
    ])
    .select([amountsOfBill.as('amounts'), vouchersOfBill.as('vouchers'), codeOfBill.as('payment_code')])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('bill_step as x')
          .selectAll('x')
          .whereRef('x.tenant_id', '=', 'b.tenant_id')
          .whereRef('x.bill_id', '=', 'b.bill_id')
          .where(
            sql<boolean>`(x.step_no = 1 or x.step_no > b.step_no - ${newestSteps} or x.kind in ('adjusted', 'paid', 'settled', 'paymentReversed', 'writtenOff', 'writeOffUndone'))`,
          )
          .orderBy('x.step_no')
          .limit(500),
      ).as('steps'),
      jsonArrayFrom(
        eb
          .selectFrom('bill_line_adjustment as a')
          .innerJoin('bill_line as l', (join) =>
            join
              .onRef('l.tenant_id', '=', 'a.tenant_id')
              .onRef('l.line_id', '=', 'a.line_id')
              .on('l.stage_id', '=', eb.ref('b.stage_id')),
          )
          .select(['a.step_no', 'a.line_id', 'l.loan_no', 'a.from_fen', 'a.to_fen'])
          .whereRef('a.tenant_id', '=', 'b.tenant_id')
          .whereRef('a.bill_id', '=', 'b.bill_id')
          .orderBy('l.occurred_on')
          .orderBy('l.loan_no')
          .limit(20_000),
      ).as('line_adjustments'),
      jsonArrayFrom(
        eb
          .selectFrom('bill_rule as r')
          .innerJoin('fee_rule_version as v', (join) =>
            join.onRef('v.rule_id', '=', 'r.rule_id').onRef('v.version', '=', 'r.rule_version'),
          )
          .select(termColumns.map((column) => `v.${column}` as const))
          .select([
            'r.rule_id',
            'r.rule_version',
            'v.holds_from',
            'r.line_count',
            'r.basis',
            'r.tier_basis',
            'r.fee_fen as share_fen',
            'r.line_minimum_fen as share_minimum',
            'r.line_cap_fen as share_cap',
            'r.tier_share',
          ])
          .whereRef('r.tenant_id', '=', 'b.tenant_id')
          .whereRef('r.bill_id', '=', 'b.bill_id')
          .orderBy('v.holds_from')
          .orderBy('r.rule_id')
          .orderBy('r.rule_version')
          .limit(500),
      ).as('rules'),
    ])
    .where('b.tenant_id', '=', tenantId)
    .where('b.bill_no', '=', billNo)
    .where('b.status', '<>', 'draft');

/** The bill of a number. Its lines stand in the partition of its stage, which no plan knows: to plan it over all of them takes longer than to read it. */
export const findBill = async (db: Db, tenantId: string, billNo: string) => {
  const [row] = await readPlanned(db, 'kept', billOfNumber(db, tenantId, billNo).compile());
  return row;
};

/** What `findBill` returns. */
export type BillDetail = NonNullable<Awaited<ReturnType<typeof findBill>>>;
