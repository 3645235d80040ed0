import { Breadcrumb, EmptyState, MoreLink, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { type DocNode, useDocTree } from './doc-queries.ts';
import css from './doc-start.module.css';

/** How many documents of a section the first page lists. */
const named = 5;

const childrenOf = ({ children }: DocNode): readonly DocNode[] => children as readonly DocNode[];

const documentsOf = (nodes: readonly DocNode[]): DocNode[] =>
  nodes.flatMap((node) => (node.children.length === 0 ? [node] : documentsOf(childrenOf(node))));

/** The first page of the centre: every section with its first documents; or one section with all of them. */
export const DocStart = ({ section }: { section: string | null }): JSX.Element => {
  const { state, retry } = useDocTree();
  const shown = state.status === 'ready' ? state.data.nodes.find(({ id }) => id === section) : undefined;
  // Going back from a search keeps the path, so the title of the search has to be reset here.
  usePageTitle(shown?.title ?? '文档中心');
  if (shown !== undefined) return <Whole section={shown} />;
  return (
    <>
      <h1 className={css.title}>文档中心</h1>
      <p className={css.lead}>从注册到对账，每一步怎么做、出了问题找谁，都写在这里。</p>
      <PageState
        state={state}
        onRetry={retry}
        loading={<Skeleton shape="card" count={4} className={css.grid} />}
        empty={<EmptyState title="还没有文档" />}
      >
        {({ nodes }) => (
          <ul className={css.grid}>
            {nodes.map((node) => (
              <SectionCard key={node.id} section={node} />
            ))}
          </ul>
        )}
      </PageState>
    </>
  );
};

const SectionCard = ({ section }: { section: DocNode }): JSX.Element => {
  const documents = documentsOf(childrenOf(section));
  return (
    <li className={css.card}>
      <h2 className={css.name}>{section.title}</h2>
      <Links documents={documents.slice(0, named)} />
      {documents.length > named ? (
        <MoreLink href={href(paths.docSection(section.id))} aria-label={`${section.title}，共 ${documents.length} 篇`}>
          共&nbsp;{documents.length}&nbsp;篇
        </MoreLink>
      ) : null}
    </li>
  );
};

/** All documents of a section, by its parts. */
const Whole = ({ section }: { section: DocNode }): JSX.Element => {
  const children = childrenOf(section);
  const own = children.filter((node) => node.children.length === 0);
  const parts = children.filter((node) => node.children.length > 0);
  return (
    <>
      <Breadcrumb items={[{ label: '文档中心', href: href(paths.docs()) }, { label: section.title }]} />
      <h1 className={css.title}>{section.title}</h1>
      <p className={css.lead}>共&nbsp;{documentsOf(children).length}&nbsp;篇</p>
      <Links documents={own} />
      {parts.map((part) => (
        <section key={part.id} className={css.part}>
          <h2 className={css.name}>{part.title}</h2>
          <Links documents={documentsOf(childrenOf(part))} />
        </section>
      ))}
    </>
  );
};

const Links = ({ documents }: { documents: readonly DocNode[] }): JSX.Element | null =>
  documents.length === 0 ? null : (
    <ul className={css.links}>
      {documents.map(({ id, slug, title }) => (
        <li key={id}>
          <a href={href(paths.docs(slug))}>{title}</a>
        </li>
      ))}
    </ul>
  );
