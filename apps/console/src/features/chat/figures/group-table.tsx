import { type Column, DataTable } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Figures } from './figures-queries.ts';
import { secondsText, starsText } from './figures-words.ts';

type Search = NonNullable<Parameters<typeof paths.receptions>[0]>;
/** The figures of a group: its name, and the filter that shows its receptions. */
type Row = Figures & { readonly key: string; readonly called: string; readonly search: Search };

interface GroupTableProps {
  readonly name: string;
  readonly label: string;
  /** What the groups are. */
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly Row[];
}

const timeOf = (of: Figures['firstAnswerSec'], part: 'median' | 'p95'): string =>
  of === null ? '—' : secondsText(of[part]);

/** A count that leads to its receptions. */
const counted = (count: number, search: Search): JSX.Element | string =>
  count === 0 ? '0' : <a href={href(paths.receptions(search))}>{count.toLocaleString('en-US')}</a>;

const columnsFor = (title: string): readonly Column<Row>[] => [
  { key: 'called', title, cell: ({ called }) => called, share: 1.6, fixed: true },
  { key: 'receptions', title: '接待', cell: ({ receptions }) => receptions.toLocaleString('en-US'), align: 'right' },
  {
    key: 'handedOver',
    title: '转人工',
    cell: ({ handedOver, search }) => counted(handedOver, { ...search, kind: 'handedOver' }),
    align: 'right',
  },
  {
    key: 'unanswered',
    title: '无人回复',
    cell: ({ unanswered, search }) => counted(unanswered, { ...search, kind: 'unanswered' }),
    align: 'right',
  },
  { key: 'first', title: '首次回复', cell: (row) => timeOf(row.firstAnswerSec, 'median'), align: 'right', share: 1.3 },
  {
    key: 'firstMost',
    title: '首次回复 95%',
    cell: (row) => timeOf(row.firstAnswerSec, 'p95'),
    align: 'right',
    share: 1.4,
  },
  { key: 'lasts', title: '处理时长', cell: (row) => timeOf(row.resolutionSec, 'median'), align: 'right', share: 1.3 },
  {
    key: 'lastsMost',
    title: '处理时长 95%',
    cell: (row) => timeOf(row.resolutionSec, 'p95'),
    align: 'right',
    share: 1.4,
    optional: true,
  },
  { key: 'stars', title: '评价', cell: ({ stars, rated }) => starsText(stars, rated), align: 'right' },
  {
    key: 'poor',
    title: '差评',
    cell: ({ poor, search }) => counted(poor, { ...search, kind: 'poor' }),
    align: 'right',
  },
];

/** Figures by a subject or a member; each leads to its receptions. */
export const GroupTable = ({ name, label, title, unit, rows }: GroupTableProps): JSX.Element => (
  <DataTable
    name={name}
    label={label}
    columns={columnsFor(title)}
    rows={rows}
    keyOf={({ key }) => key}
    hrefOf={({ search }) => href(paths.receptions(search))}
    summary={`${rows.length}\u00a0${unit}`}
  />
);
