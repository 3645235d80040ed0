import { exportKindNames, exportStatusNames } from '@ronghui/domain/export';
import { isUnderWay } from '@ronghui/domain/job';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, silentText, Tag, type Tone } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import css from './export.module.css';
import { ExportActions } from './export-actions.tsx';
import { listOfExport } from './export-list-of.ts';
import { type Export, type LiveExport, useLiveExport } from './export-queries.ts';

type Status = Export['status'];
const tones: Readonly<Record<Status, Tone>> = {
  queued: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
};

const thousands = (count: number): string => count.toLocaleString('en-US');

/** 3,000 / 12,000 行 */
export const progressText = ({
  status,
  progress,
  isEnding,
  isSilent,
}: Pick<LiveExport, 'status' | 'progress' | 'isEnding' | 'isSilent'>): string => {
  if (isSilent) return silentText;
  if (isEnding) return '正在取消';
  if (status === 'queued' || progress.total === 0) return status === 'queued' ? '排队中' : '正在准备';
  return `${thousands(progress.done)} / ${thousands(progress.total)} 行`;
};

const Bar = ({ item }: { item: Export }): JSX.Element => (
  <progress
    className={css.bar ?? ''}
    aria-label={`${item.name} 的进度`}
    max={Math.max(1, item.progress.total)}
    value={item.progress.total === 0 ? undefined : item.progress.done}
  />
);

const ExportTag = ({ item }: { item: Export }): JSX.Element => {
  const { status } = useLiveExport(item);
  return <Tag tone={tones[status]}>{exportStatusNames[status]}</Tag>;
};

/** How far it is, until when it can be fetched, or why it failed. */
const notesOf = (live: LiveExport): ReactNode => {
  if (isUnderWay(live)) {
    return (
      <>
        <Bar item={live} />
        {progressText(live)}
      </>
    );
  }
  if (live.status === 'failed') return live.failure;
  if (live.status !== 'done' || live.expiresAt === undefined) return null;
  return (
    <>
      <DateTime value={live.expiresAt} /> 前可下载
    </>
  );
};

const ExportNote = ({ item }: { item: Export }): JSX.Element | null => {
  const note = notesOf(useLiveExport(item));
  return note === null ? null : <span className={css.note}>{note}</span>;
};

/** The filter in words, which leads to its list; then what the file comes to. */
const FilterAndTotals = ({ item }: { item: Export }): JSX.Element => {
  const list = listOfExport(item);
  return (
    <>
      <span className={css.filter}>
        {list === undefined ? item.filterText : <a href={href(list)}>{item.filterText}</a>}
      </span>
      {item.totals === undefined || item.totals.length === 0 ? null : (
        <span className={css.totals}>
          {item.totals.map(({ label, count, amount }) => (
            <span key={label}>
              {label} <Amount text={rmbText(amount)} />（{thousands(count)}&nbsp;行）
            </span>
          ))}
        </span>
      )}
    </>
  );
};

/** The moment of its data. */
const MadeNote = ({ item: { dataAt } }: { item: Export }): JSX.Element | null =>
  dataAt === undefined ? null : (
    <span className={css.note}>
      数据时间 <DateTime value={dataAt} precision="second" />
    </span>
  );

const rowsText = ({ rows }: Export): string => (rows === undefined ? '—' : thousands(rows));

/** The columns of the list. */
export const exportColumns: ListColumns<Export> = {
  exportId: 'notShown',
  name: {
    title: '文件',
    cell: (item) => (
      <span className={css.file}>
        {item.name}
        <FilterAndTotals item={item} />
        <MadeNote item={item} />
      </span>
    ),
    share: 1.8,
    fixed: true,
  },
  kind: { title: '内容', cell: ({ kind }) => exportKindNames[kind], share: 0.8 },
  format: 'elsewhere',
  filter: 'notShown',
  filterText: 'elsewhere',
  status: {
    title: '状态',
    cell: (item) => (
      <span className={css.state}>
        <ExportTag item={item} />
        <ExportNote item={item} />
      </span>
    ),
    share: 1.4,
    fixed: true,
  },
  progress: 'elsewhere',
  isEnding: 'elsewhere',
  totals: 'elsewhere',
  rows: { title: '行数', cell: rowsText, align: 'right', share: 0.6 },
  bytes: 'notShown',
  askedBy: { title: '申请人', cell: ({ askedBy }) => askedBy, share: 0.8 },
  createdAt: { title: '申请时间', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  dataAt: 'elsewhere',
  expiresAt: 'elsewhere',
  failure: 'elsewhere',
  actions: { title: '操作', cell: (item) => <ExportActions item={item} />, share: 0.8, fixed: true },
};

/** The H5 card. */
export const ExportCard = ({ item }: { item: Export }): JSX.Element => (
  <>
    <RowCard
      title={item.name}
      tag={<ExportTag item={item} />}
      facts={[
        {
          label: '内容',
          value: (
            <span className={css.ofCard}>
              <FilterAndTotals item={item} />
              <MadeNote item={item} />
            </span>
          ),
        },
        ...(item.rows === undefined ? [] : [{ label: '行数', value: thousands(item.rows) }]),
        {
          label: '申请',
          value: (
            <>
              {item.askedBy} <DateTime value={item.createdAt} />
            </>
          ),
        },
      ]}
    />
    <div className={css.cardFoot}>
      <ExportNote item={item} />
      <ExportActions item={item} />
    </div>
  </>
);
