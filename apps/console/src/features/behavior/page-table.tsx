import { type Column, DataTable } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Asked, Pages } from './behavior-queries.ts';
import { countText, stepNames } from './behavior-words.ts';

type Row = Pages['items'][number];

/** What the table is sorted by. */
export const sorts = {
  visits: { label: '访问次数', of: (one: Row, other: Row) => other.visits - one.visits },
  visitors: { label: '访客', of: (one: Row, other: Row) => other.visitors - one.visitors },
  page: { label: '页面', of: (one: Row, other: Row) => one.pageId.localeCompare(other.pageId) },
} as const;

/** The name of a sort. */
export type Sort = keyof typeof sorts;

const keyOf = ({ pageId, step }: Row): string => `${step} ${pageId}`;

/** Visits by page; each leads to that page's days. */
export const PageTable = ({ pages, asked, sort }: { pages: Pages; asked: Asked; sort: Sort }): JSX.Element => {
  const columns: readonly Column<Row>[] = [
    { key: 'page', title: '页面', cell: ({ pageId }) => pageId, share: 3, fixed: true },
    { key: 'step', title: '步骤', cell: ({ step }) => stepNames[step], share: 1 },
    { key: 'visits', title: '访问次数', cell: ({ visits }) => countText(visits), align: 'right' },
    { key: 'visitors', title: '访客（按日相加）', cell: ({ visitors }) => countText(visitors), align: 'right' },
  ];
  return (
    <DataTable
      name="behavior"
      label="各页面的访问"
      columns={columns}
      rows={[...pages.items].sort(sorts[sort].of)}
      keyOf={keyOf}
      hrefOf={({ pageId, step }) => href(paths.behavior({ from: asked.from, to: asked.to, step, pageId }))}
      summary={`${pages.items.length}\u00a0个页面`}
      foot={pages.otherVisits === 0 ? undefined : `另有 ${countText(pages.otherVisits)}\u00a0次访问在其余页面`}
    />
  );
};
