import type { JSX, ReactNode } from 'react';
import { PageHead } from '../page-head.tsx';
import { ListSection } from './list-section.tsx';
import type { ListSectionProps } from './list-section-props.ts';

/** A page that is a list. */
export type ListPageProps<Row> = ListSectionProps<Row> & {
  title: string;
  /** One sentence under the title. */
  sub?: ReactNode;
  /** At the end of the title's row. */
  actions?: ReactNode;
  /** Between the head and the list. */
  before?: ReactNode;
};

/** Head, filter, sums, table or cards, pagination, and the states loading, empty, failed and forbidden. @source R2.9, R2.10, ux "Lists" */
export function ListPage<Row>({ title, sub, actions, before, ...section }: ListPageProps<Row>): JSX.Element {
  const { pageType, rows } = section.list;
  return (
    <>
      <PageHead
        pageType={pageType}
        title={title}
        sub={sub}
        // Who may not see the list has nothing to do with its rows.
        actions={rows.status === 'forbidden' ? undefined : actions}
      />
      {before}
      <ListSection {...section} />
    </>
  );
}
