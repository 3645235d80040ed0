import { DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './line-import.module.css';
import type { LineImport } from './line-import-queries.ts';

type Status = LineImport['status'];

/** The states in words. */
const statusNames: Readonly<Record<Status, string>> = {
  uploaded: '待导入',
  queued: '排队中',
  running: '正在导入',
  done: '已导入',
  rejected: '有错误行',
  failed: '未完成',
  cancelled: '已取消',
  expired: '文件已清理',
  takingBack: '正在撤回',
  takenBack: '已撤回',
};
const tones: Readonly<Record<Status, Tone>> = {
  uploaded: 'info',
  queued: 'info',
  running: 'info',
  done: 'ok',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
  takingBack: 'info',
  takenBack: 'neutral',
};

const thousands = (count: number): string => count.toLocaleString('en-US');

/** An import's state, in words and colour. */
export const ImportTag = ({ status }: Pick<LineImport, 'status'>): JSX.Element => (
  <Tag tone={tones[status]}>{statusNames[status]}</Tag>
);

/** 1,000,000 行；with bad ones: 3,000 行中 1,000 行有误 */
export const rowsText = ({ rows, badRows = 0 }: Pick<LineImport, 'rows' | 'badRows'>): string => {
  if (rows === undefined) return '—';
  return badRows > 0 ? `${thousands(rows)} 行，${thousands(badRows)} 行有误` : `${thousands(rows)} 行`;
};

/** The address of an import over the list as it is filtered, at a part of it. */
type PartHref = (item: LineImport, part: 'faulty' | 'leftOut') => string;

interface CellProps {
  readonly item: LineImport;
  readonly hrefOf: PartHref;
}

/** How many rows a file has; how many have faults leads to the part that explains them. */
const Rows = ({ item, hrefOf }: CellProps): JSX.Element =>
  (item.badRows ?? 0) > 0 ? <a href={hrefOf(item, 'faulty')}>{rowsText(item)}</a> : <>{rowsText(item)}</>;

/** What was left out, which leads to those rows and sums. */
const LeftOut = ({ item, hrefOf }: CellProps): JSX.Element | null => {
  const text = leftOutText(item);
  return text === '' ? null : <a href={hrefOf(item, 'leftOut')}>{text}</a>;
};

/** What was left out of an import, and whether the file's own sums are what was read: 3 行，合计不一致 */
export const leftOutText = ({ skipped, sums = [] }: Pick<LineImport, 'skipped' | 'sums'>): string => {
  const leftOut = (skipped ?? []).filter(({ listed = [] }) => listed.length > 0);
  const rows = leftOut.reduce((sum, each) => sum + each.rows, 0);
  const agrees = sums.every(({ stated, read }) => stated === read);
  return [
    ...(rows === 0 ? [] : [`${thousands(rows)} 行`]),
    ...(sums.length === 0 ? [] : [agrees ? '合计一致' : '合计不一致']),
  ].join('，');
};

const units = ['B', 'KB', 'MB'] as const;
/** 1.5 MB */
export const sizeText = (size: number): string => {
  const at = size < 1024 ? 0 : size < 1024 * 1024 ? 1 : 2;
  return `${(size / 1024 ** at).toLocaleString('en-US', { maximumFractionDigits: 1 })}\u00a0${units[at] ?? ''}`;
};

/** The table's columns. */
export const importColumns = (hrefOf: PartHref): ListColumns<LineImport> => ({
  importId: 'notShown',
  stageId: 'notShown',
  name: { title: '文件', cell: ({ name }) => <span className={css.name}>{name}</span>, share: 1.8, fixed: true },
  stageName: { title: '账期', cell: ({ stageName }) => stageName, share: 0.9 },
  kind: 'elsewhere',
  size: { title: '大小', cell: ({ size }) => sizeText(size), align: 'right', share: 0.6, optional: true },
  sha256: 'elsewhere',
  status: { title: '状态', cell: (item) => <ImportTag {...item} />, share: 0.95, fixed: true },
  rows: { title: '行数', cell: (item) => <Rows {...{ item, hrefOf }} />, align: 'right', share: 1.3 },
  badRows: 'elsewhere',
  skipped: { title: '未读入', cell: (item) => <LeftOut {...{ item, hrefOf }} />, share: 1.2 },
  sums: 'elsewhere',
  choices: 'elsewhere',
  accepted: 'elsewhere',
  progress: 'elsewhere',
  isEnding: 'elsewhere',
  failure: 'elsewhere',
  mapping: 'elsewhere',
  hasReport: 'elsewhere',
  uploadedBy: { title: '上传人', cell: ({ uploadedBy }) => uploadedBy, share: 0.8 },
  createdAt: { title: '上传时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.6 },
  startedAt: 'elsewhere',
  endedAt: 'elsewhere',
  importedAt: 'elsewhere',
  canTakeBack: 'elsewhere',
  takeBackFailure: 'elsewhere',
  takenBack: 'elsewhere',
  version: 'notShown',
});

/** The card of a narrow screen. */
export const ImportCard = ({ item }: { item: LineImport }): JSX.Element => (
  <RowCard
    title={item.name}
    tag={<ImportTag {...item} />}
    facts={[
      { label: '账期', value: item.stageName },
      { label: '行数', value: rowsText(item) },
      { label: '未读入', value: leftOutText(item) },
    ]}
  />
);
