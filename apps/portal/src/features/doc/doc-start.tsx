import { EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { type DocNode, useDocTree } from './doc-queries.ts';
import css from './doc-start.module.css';

/** How many documents of a section the first page lists. */
const named = 5;

const documentsOf = (nodes: readonly DocNode[]): DocNode[] =>
  nodes.flatMap((node) => (node.children.length === 0 ? [node] : documentsOf(node.children as readonly DocNode[])));

/** The first page of the centre: every section with its first documents. */
export const DocStart = (): JSX.Element => {
  const { state, retry } = useDocTree();
  // Going back from a search keeps the path, so the title of the search has to be reset here.
  usePageTitle('文档中心');
  return (
    <>
      <h1 className={css.title}>文档中心</h1>
      <p className={css.lead}>从注册到对账，每一步怎么做、出了问题找谁，都写在这里。</p>
      <PageState
        state={state}
        onRetry={retry}
        loading={<Skeleton shape="card" count={4} />}
        empty={<EmptyState title="还没有文档" />}
      >
        {({ nodes }) => (
          <ul className={css.grid}>
            {nodes.map((section) => (
              <SectionCard key={section.id} section={section} />
            ))}
          </ul>
        )}
      </PageState>
    </>
  );
};

const SectionCard = ({ section: { title, children } }: { section: DocNode }): JSX.Element => {
  const documents = documentsOf(children as readonly DocNode[]);
  return (
    <li className={css.card}>
      <h2 className={css.name}>{title}</h2>
      <ul className={css.links}>
        {documents.slice(0, named).map(({ id, slug, title: text }) => (
          <li key={id}>
            <a href={href(paths.docs(slug))}>{text}</a>
          </li>
        ))}
      </ul>
      {documents.length > named ? <p className={css.more}>共 {documents.length} 篇，目录中可以看到全部</p> : null}
    </li>
  );
};
