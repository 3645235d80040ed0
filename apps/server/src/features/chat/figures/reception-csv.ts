import { receptionStateNames } from '@ronghui/domain/chat/reception-kind';
import { shanghaiTime } from '@ronghui/domain/csv';
import type { Db } from '#kernel/database/db';
import { csvHead, csvRow } from '#kernel/files/table/csv-table';
import type { TableColumn } from '#kernel/files/table/table';
import { keyOfReception, type ListedReception, listReceptions, type ReceptionFilter } from './reception-list.sql.ts';

/** The most receptions in one file; more have to be split by the filter. */
export const receptionsAtMost = 10_000;

const columns: readonly TableColumn<ListedReception>[] = [
  { kind: 'text', head: '接待编号', width: 24, value: (row) => row.reception_id },
  { kind: 'text', head: '开始时间', width: 20, value: (row) => shanghaiTime(row.opened_at) },
  {
    kind: 'text',
    head: '结束时间',
    width: 20,
    value: (row) => (row.ended_at === null ? '' : shanghaiTime(row.ended_at)),
  },
  { kind: 'text', head: '状态', width: 10, value: (row) => receptionStateNames[row.state] },
  { kind: 'text', head: '商户', width: 28, value: (row) => row.tenant_name ?? '访客' },
  { kind: 'text', head: '客服', width: 12, value: (row) => row.agent ?? '' },
  { kind: 'text', head: '类别', width: 12, value: (row) => row.category ?? '' },
  { kind: 'text', head: '小结', width: 40, value: (row) => row.summary ?? '' },
  {
    kind: 'text',
    head: '首答用时（秒）',
    width: 14,
    value: (row) => (row.first_answer_sec === null ? '' : String(row.first_answer_sec)),
  },
  { kind: 'text', head: '评价（星）', width: 10, value: (row) => (row.stars === null ? '' : String(row.stars)) },
  { kind: 'text', head: '评价的话', width: 40, value: (row) => row.rating_words ?? '' },
];

const rowsAtOnce = 1000;
const utf8 = new TextEncoder();

/** The receptions of a filter as a CSV for spreadsheet programs, newest first: with a byte order mark, and without texts that would start a formula. @source service 5.5, security 4.8 */
export async function* csvOfReceptions(db: Db, filter: ReceptionFilter): AsyncGenerator<Uint8Array> {
  yield utf8.encode(csvHead(columns));
  let after: { readonly at: Date; readonly key: string } | null = null;
  for (let count = 0; count < receptionsAtMost; count += rowsAtOnce) {
    const listing = { page: 1, pageSize: rowsAtOnce, offset: 0, after, wantsTotal: false };
    const { rows } = await listReceptions(db, { filter, listing });
    const here = rows.slice(0, rowsAtOnce);
    const last = here.at(-1);
    if (last === undefined) return;
    yield utf8.encode(here.map((row) => csvRow(columns, row)).join(''));
    if (rows.length <= rowsAtOnce) return;
    after = keyOfReception(last);
  }
}
