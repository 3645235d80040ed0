import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import type { Export } from './export-queries.ts';

/** An export that is done. */
export const exportItem: Export = {
  exportId: 'e1',
  kind: 'orders',
  format: 'xlsx',
  name: '订单-20261123-1105.xlsx',
  filter: { status: 'active' },
  filterText: '状态：已开通',
  status: 'done',
  progress: { done: 1200, total: 1200, text: '' },
  isEnding: false,
  askedBy: '王小明',
  createdAt: '2026-11-23T03:05:00.000Z',
  dataAt: '2026-11-23T03:05:01.000Z',
  rows: 1200,
  totals: [{ label: '合计', count: 1200, amount: fen(140_400) }],
  bytes: 90_000,
  expiresAt: '2026-11-30T03:05:04.000Z',
  failure: '',
};

const { dataAt: _, rows: __, bytes: ___, expiresAt: ____, totals: _____, ...begun } = exportItem;
/** The same while it is being made. */
export const runningExport: Export = {
  ...begun,
  status: 'running',
  progress: { done: 300, total: 1200, text: '正在写入' },
};

/** The list of exports. */
export const listedExports = (items: Export[]): CallReply<'export.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
});
