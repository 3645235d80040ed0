import { authorizationStatusNames, consentEndingNames, purposeOf } from '@ronghui/domain/authorization';
import { csvLine, shanghaiTime } from '@ronghui/domain/csv';
import type { Db } from '#kernel/database/db';
import { type ConsentFilter, type ConsentRow, listConsents } from './authorization.sql.ts';
import { statusOf } from './authorization-record.ts';

const heads = [
  '记录编号',
  '授权事项',
  '用途',
  '机构',
  '产品',
  '订单号',
  '协议',
  '版本',
  '原文校验值（SHA-256）',
  '授权人',
  '授权时间',
  '网络地址',
  '有效期至',
  '状态',
  '提前结束时间',
  '提前结束原因',
  '撤回时间',
  '撤回人',
  '撤回原因',
];

const timeOf = (at: Date | null): string => (at === null ? '' : shanghaiTime(at));

const cellsOf = (row: ConsentRow, now: Date): string[] => [
  row.consent_id,
  row.title,
  purposeOf(row.scene),
  row.org_name ?? '',
  row.product_name ?? '',
  row.order_no ?? '',
  row.agreement_id,
  row.agreement_version,
  row.sha256,
  row.granted_by,
  timeOf(row.granted_at),
  row.address,
  row.valid_to === null ? '撤回为止' : timeOf(row.valid_to),
  authorizationStatusNames[statusOf(row, now)],
  timeOf(row.ended_at),
  row.end_reason === null ? '' : consentEndingNames[row.end_reason],
  timeOf(row.withdrawn_at),
  row.withdrawn_by ?? '',
  row.withdraw_reason ?? '',
];

const rowsAtOnce = 1000;
/** The most records in one file; a larger archive has to be split by its filter. */
const rowsAtMost = 50_000;

const utf8 = new TextEncoder();

/** The ledger as a CSV for spreadsheet programs: with a byte order mark, and without texts that would start a formula. @source security 4.8 */
export async function* csvOfConsents(
  db: Db,
  tenantId: string,
  { filter, now }: { readonly filter: ConsentFilter; readonly now: Date },
): AsyncGenerator<Uint8Array> {
  yield utf8.encode(`\ufeff${csvLine(heads)}`);
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let count = 0; count < rowsAtMost; count += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listConsents(db, tenantId, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvLine(cellsOf(row, now))).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = { at: last.granted_at, key: last.consent_id };
  }
}
