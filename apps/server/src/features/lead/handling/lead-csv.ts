import { shanghaiTime } from '@ronghui/domain/csv';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { leadSourceNames, leadStatusNames } from '@ronghui/domain/lead';
import type { Db } from '#kernel/database/db';
import { csvHead, csvRow } from '#kernel/files/table/csv-table';
import type { TableColumn } from '#kernel/files/table/table';
import { keyOfLead, type LeadFilter, type LeadRow, listLeads } from './lead.ops.sql.ts';

/** The most leads in one file; more have to be split by the filter. */
export const leadsAtMost = 10_000;

const columns: readonly TableColumn<LeadRow>[] = [
  { kind: 'text', head: '工单号', width: 22, value: (row) => row.ticket_no },
  { kind: 'text', head: '来源', width: 12, value: (row) => leadSourceNames[row.source] },
  { kind: 'text', head: '产品', width: 20, value: (row) => row.product_name ?? '' },
  { kind: 'text', head: '公司', width: 28, value: (row) => row.company ?? '' },
  { kind: 'text', head: '姓名', width: 10, value: (row) => maskName(row.name) },
  { kind: 'text', head: '手机号', width: 14, value: (row) => row.mobile_masked },
  { kind: 'text', head: '状态', width: 10, value: (row) => leadStatusNames[row.status] },
  { kind: 'text', head: '负责人', width: 12, value: (row) => row.owner_name ?? '' },
  { kind: 'text', head: '提醒', width: 12, value: (row) => row.remind_on ?? '' },
  { kind: 'text', head: '未成交原因', width: 28, value: (row) => row.lost_reason ?? '' },
  { kind: 'text', head: '提交时间', width: 20, value: (row) => shanghaiTime(row.created_at) },
];

const rowsAtOnce = 1000;
const utf8 = new TextEncoder();

/** The leads of a filter as a CSV for spreadsheet programs: with a byte order mark, and without texts that would start a formula. @source security 4.8 */
export async function* csvOfLeads(db: Db, filter: LeadFilter): AsyncGenerator<Uint8Array> {
  yield utf8.encode(csvHead(columns));
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let count = 0; count < leadsAtMost; count += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listLeads(db, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvRow(columns, row)).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = keyOfLead(last);
  }
}
