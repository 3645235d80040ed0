import { authorizationStatusNames, consentEndingNames, purposeOf } from '@ronghui/domain/authorization';
import { csvLine, shanghaiTime } from '@ronghui/domain/csv';
import type { Db } from '#kernel/database/db';
import { csvHead, csvRow } from '#kernel/files/table/csv-table';
import type { TableColumn } from '#kernel/files/table/table';
import { type ConsentFilter, type ConsentRow, listConsents } from './authorization.sql.ts';
import { statusOf } from './authorization-record.ts';

const timeOf = (at: Date | null): string => (at === null ? '' : shanghaiTime(at));

/** The columns of a record in a file; its status is that of a moment. */
export const consentColumns = (at: Date): readonly TableColumn<ConsentRow>[] => [
  { kind: 'text', head: '记录编号', width: 26, value: (row) => row.consent_id },
  { kind: 'text', head: '授权事项', width: 28, value: (row) => row.title },
  { kind: 'text', head: '用途', width: 30, value: (row) => purposeOf(row.scene) },
  { kind: 'text', head: '机构', width: 16, value: (row) => row.org_name },
  { kind: 'text', head: '产品', width: 16, value: (row) => row.product_name },
  { kind: 'text', head: '订单号', width: 22, value: (row) => row.order_no },
  { kind: 'text', head: '协议', width: 16, value: (row) => row.agreement_id },
  { kind: 'text', head: '版本', width: 10, value: (row) => row.agreement_version },
  { kind: 'text', head: '原文校验值（SHA-256）', width: 30, value: (row) => row.sha256 },
  { kind: 'text', head: '授权人', width: 14, value: (row) => row.granted_by },
  { kind: 'text', head: '授权时间', width: 20, value: (row) => timeOf(row.granted_at) },
  { kind: 'text', head: '网络地址', width: 18, value: (row) => row.address },
  {
    kind: 'text',
    head: '有效期至',
    width: 20,
    value: (row) => (row.valid_to === null ? '撤回为止' : timeOf(row.valid_to)),
  },
  { kind: 'text', head: '状态', width: 10, value: (row) => authorizationStatusNames[statusOf(row, at)] },
  { kind: 'text', head: '提前结束时间', width: 20, value: (row) => timeOf(row.ended_at) },
  {
    kind: 'text',
    head: '提前结束原因',
    width: 20,
    value: (row) => (row.end_reason === null ? '' : consentEndingNames[row.end_reason]),
  },
  { kind: 'text', head: '撤回时间', width: 20, value: (row) => timeOf(row.withdrawn_at) },
  { kind: 'text', head: '撤回人', width: 14, value: (row) => row.withdrawn_by },
  { kind: 'text', head: '撤回原因', width: 30, value: (row) => row.withdraw_reason },
];

const rowsAtOnce = 1000;
/** The most records in one file, which says so where there are more; an export job makes larger ones. @source contract 5 */
const recordsAtMost = 50_000;

const utf8 = new TextEncoder();

/** The ledger as a CSV for spreadsheet programs: with a byte order mark, and without texts that would start a formula. @source security 4.8 */
export async function* csvOfConsents(
  db: Db,
  tenantId: string,
  {
    filter,
    now,
    rowsAtMost = recordsAtMost,
  }: { readonly filter: ConsentFilter; readonly now: Date; readonly rowsAtMost?: number },
): AsyncGenerator<Uint8Array> {
  const columns = consentColumns(now);
  yield utf8.encode(csvHead(columns));
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let count = 0; count < rowsAtMost; count += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listConsents(db, tenantId, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvRow(columns, row)).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = { at: last.granted_at, key: last.consent_id };
  }
  yield utf8.encode(csvLine([`只含最近的 ${rowsAtMost} 条，更早的请用“导出”生成完整的文件，或缩小范围后再下载`]));
}
