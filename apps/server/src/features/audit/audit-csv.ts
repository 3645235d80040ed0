import { auditFieldText, auditValueText, valueChanges } from '@ronghui/domain/audit';
import { csvLine, shanghaiTime } from '@ronghui/domain/csv';
import type { Db } from '#kernel/database/db';
import { csvHead, csvRow } from '#kernel/files/table/csv-table';
import type { TableColumn } from '#kernel/files/table/table';
import { type EventFilter, type FullEventRow, listFullEvents } from './audit.sql.ts';
import { eventOf } from './audit-record.ts';

/** The most events in one file; a longer trail is split by its filter. @source contract 5 */
const eventsAtMost = 500_000;
const rowsAtOnce = 1000;

const changesText = (row: FullEventRow): string =>
  valueChanges(row.before, row.after)
    .map(({ field, before, after = '' }) => {
      const text = (value: string): string => auditValueText(row.event, field, value);
      return `${auditFieldText(field)}: ${before === undefined ? '' : `${text(before)} → `}${text(after)}`;
    })
    .join('；');

const columns: readonly TableColumn<FullEventRow>[] = [
  { kind: 'text', head: '编号', width: 12, value: (row) => String(row.event_id) },
  { kind: 'text', head: '时间', width: 20, value: (row) => shanghaiTime(row.at) },
  { kind: 'text', head: '操作', width: 24, value: (row) => eventOf(row).title },
  { kind: 'text', head: '事件', width: 24, value: (row) => row.event },
  { kind: 'text', head: '结果', width: 10, value: (row) => (row.result === 'ok' ? '成功' : row.result) },
  { kind: 'text', head: '操作人', width: 16, value: (row) => eventOf(row).actor },
  { kind: 'text', head: '操作人编号', width: 24, value: (row) => row.actor_id },
  { kind: 'text', head: '商户', width: 20, value: (row) => row.tenant_name },
  { kind: 'text', head: '商户编号', width: 24, value: (row) => row.tenant_id },
  { kind: 'text', head: '对象', width: 24, value: (row) => row.object },
  { kind: 'text', head: '网络地址', width: 18, value: (row) => row.address },
  { kind: 'text', head: '请求编号', width: 24, value: (row) => row.request_id },
  { kind: 'text', head: '变化', width: 60, value: changesText },
];

const utf8 = new TextEncoder();

/** The trail of a filter as a CSV for spreadsheet programs, newest first: with a byte order mark, without texts that would start a formula. @source security 4.8 */
export async function* csvOfEvents(
  db: Db,
  filter: EventFilter,
  onRows: (written: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield utf8.encode(csvHead(columns));
  let after: FullEventRow | null = null;
  for (let written = 0; written < eventsAtMost; written += rowsAtOnce) {
    const rows: readonly FullEventRow[] = await listFullEvents(db, { filter, after, limit: rowsAtOnce });
    yield utf8.encode(rows.map((row) => csvRow(columns, row)).join(''));
    after = rows.at(-1) ?? null;
    await onRows(written + rows.length);
    if (rows.length < rowsAtOnce) return;
  }
  if ((await listFullEvents(db, { filter, after, limit: 1 })).length === 0) return;
  yield utf8.encode(csvLine([`只含最近的 ${eventsAtMost.toLocaleString('en-US')} 条，更早的请缩小时间范围后再导出`]));
}
