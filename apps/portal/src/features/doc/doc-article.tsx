import { Breadcrumb, DateTime, NotFound, PageState, RichText, Skeleton, VisuallyHidden } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useCallback, useEffect, useState } from 'react';
import { useNotFound } from '#kernel/not-found.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import css from './doc-article.module.css';
import { type Doc, type DocNode, useDoc, useDocTree } from './doc-queries.ts';
import { DocRating } from './doc-rating.tsx';
import { toHeading } from './to-heading.ts';

type ArticleProps = {
  slug: string;
  /** The heading in the address. */
  at: string | null;
  onShown: (doc: Doc | null) => void;
};

/** One document: text with anchors, links to its neighbours, and the rating. */
export const DocArticle = ({ slug, at, onShown }: ArticleProps): JSX.Element => {
  const { state, retry } = useDoc(slug);
  const doc = state.status === 'ready' ? state.data : null;
  usePageTitle(doc?.title);
  const ways = useNotFound(state.status === 'empty');
  useEffect(() => onShown(doc), [doc, onShown]);
  return (
    <>
      {state.status === 'failed' || state.status === 'forbidden' ? (
        <VisuallyHidden>
          <h1>文档</h1>
        </VisuallyHidden>
      ) : null}
      <PageState
        state={state}
        onRetry={retry}
        loading={<ArticleSkeleton />}
        empty={<NotFound {...ways} what="这篇文档" />}
      >
        {(found) => <Text doc={found} at={at} />}
      </PageState>
    </>
  );
};

const Text = ({ doc, at }: { doc: Doc; at: string | null }): JSX.Element => {
  const [isThere, setThere] = useState(false);
  const ready = useCallback(() => setThere(true), []);
  useEffect(() => {
    if (isThere && at !== null) toHeading(at);
  }, [isThere, at]);
  return (
    <article>
      <Crumbs doc={doc} />
      <h1 className={css.title}>{doc.title}</h1>
      <p className={css.when}>
        最近更新 <DateTime value={doc.updatedAt} precision="date" />
      </p>
      <RichText html={doc.html} outline={doc.outline} onReady={ready} />
      <DocRating key={doc.id} id={doc.id} />
      <Neighbours doc={doc} />
    </article>
  );
};

/** The titles of the sections around a document, the outermost first; undefined where it is not among the nodes. */
const sectionsOf = (nodes: readonly DocNode[], slug: string): readonly DocNode[] | undefined => {
  for (const node of nodes) {
    const children = node.children as readonly DocNode[];
    if (children.length === 0) {
      if (node.slug === slug) return [];
      continue;
    }
    const within = sectionsOf(children, slug);
    if (within !== undefined) return [node, ...within];
  }
  return undefined;
};

/** 文档中心 / 入门 / 帮助 / this document; the outermost section has a page of its own. */
const Crumbs = ({ doc: { slug, title } }: { doc: Doc }): JSX.Element => {
  const { state } = useDocTree();
  const sections = state.status === 'ready' ? (sectionsOf(state.data.nodes, slug) ?? []) : [];
  return (
    <div className={css.crumbs}>
      <Breadcrumb
        items={[
          { label: '文档中心', href: href(paths.docs()) },
          ...sections.map((section, depth) => ({
            label: section.title,
            href: depth === 0 ? href(paths.docSection(section.id)) : undefined,
          })),
          { label: title },
        ]}
      />
    </div>
  );
};

const Neighbours = ({ doc: { prev, next } }: { doc: Doc }): JSX.Element | null => {
  if (prev === null && next === null) return null;
  return (
    <nav className={css.neighbours} aria-label="上一篇与下一篇">
      {prev === null ? (
        <span />
      ) : (
        <a className={css.neighbour} href={href(paths.docs(prev.slug))} rel="prev">
          <span className={css.which}>上一篇</span>
          {prev.title}
        </a>
      )}
      {next === null ? null : (
        <a className={css.neighbour} href={href(paths.docs(next.slug))} rel="next">
          <span className={css.which}>下一篇</span>
          {next.title}
        </a>
      )}
    </nav>
  );
};

const ArticleSkeleton = (): JSX.Element => (
  <div className={css.skeleton}>
    <Skeleton shape="title" />
    <Skeleton count={12} />
  </div>
);
