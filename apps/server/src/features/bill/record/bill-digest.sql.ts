import type { BillDirection } from '@ronghui/domain/bill';
import type { Fen, Rate } from '@ronghui/domain/money';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import type { Tables } from '#tables';
import type { DigestedBill } from './bill-digest.ts';

/** The digest of the lines `f` of a bill, as `digestOfLines` reckons it: an aggregate over its line_fee. The issue stores it. */
export const linesSha256: RawBuilder<string> = sql`encode(sha256(convert_to(
  string_agg(f.line_id || ':' || f.fee_fen || chr(10), '' order by f.place), 'UTF8')), 'hex')`;

/** Every amount that a bill `b` ever had, as its digest covers them. By the key of steps. */
export const amountsOfBill = sql<
  Fen[]
>`array(select s.amount_fen from bill_step s where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id
  and s.kind in ('issued', 'adjusted') order by s.step_no)`;

/** The columns that a digest covers. */
const digestedColumns = [
  'tenant_id',
  'bill_no',
  'direction',
  'stage_name',
  'project_name',
  'product_name',
  'org_name',
  'line_count',
  'basis',
  'unit',
  'lines_fen',
  'minimum_fen',
  'cap_fen',
  'amount_fen',
  'tax_fen',
  'tax_millionths',
  'lines_sha256',
] as const;
type DigestedRow = Pick<Selectable<Tables['bill']>, (typeof digestedColumns)[number]> & {
  readonly amounts: readonly Fen[];
};

/** What the digest of an issued bill covers. */
export const digestedBillOf = (row: DigestedRow): DigestedBill => ({
  billNo: row.bill_no ?? '',
  tenantId: row.tenant_id,
  // The check constraint allows the domain's words only.
  direction: row.direction as BillDirection,
  stageName: row.stage_name,
  projectName: row.project_name,
  productName: row.product_name,
  orgName: row.org_name,
  lineCount: row.line_count,
  basis: row.basis,
  unit: row.unit,
  lines: row.lines_fen,
  minimum: row.minimum_fen,
  cap: row.cap_fen,
  amounts: row.amounts,
  amount: row.amount_fen,
  taxAmount: row.tax_fen,
  taxRate: row.tax_millionths as Rate,
  linesSha256: row.lines_sha256 ?? '',
});

/** What the digest of an issued bill covers, as it stands now; undefined where the tenant has no such bill. By the keys of numbers and steps. */
export const findDigestedBill = async (db: Db, tenantId: string, billNo: string): Promise<DigestedBill | undefined> => {
  const row = await db
    .selectFrom('bill as b')
    .select(digestedColumns.map((column) => `b.${column}` as const))
    .select(amountsOfBill.as('amounts'))
    .where('b.tenant_id', '=', tenantId)
    .where('b.bill_no', '=', billNo)
    .where('b.status', '<>', 'draft')
    .executeTakeFirst();
  return row && digestedBillOf(row);
};
