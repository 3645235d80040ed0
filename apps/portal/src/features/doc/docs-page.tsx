import { DocOutline, DocsFrame, DocTree, type DocTreeNode, PageState, SearchBox, Skeleton } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, navigate, useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { type Doc, type DocNode, useDocTree } from './doc-queries.ts';
import { toHeading } from './to-heading.ts';

const waiting = <Skeleton count={10} />;
const DocArticle = lazyPart(() => import('./doc-article.tsx'), waiting);
const DocResults = lazyPart(() => import('./doc-results.tsx'), waiting);
/** Fetches the first page of the centre, which no visit to a document needs. */
export const loadDocStart = () => import('./doc-start.tsx');
const DocStart = lazyPart(loadDocStart, waiting);

/** The document centre: a tree, a text with its outline, or search results. @source ux "Documents" */
export const DocsPage = ({ params }: PageProps): JSX.Element => {
  const [search] = useSearch();
  const keyword = search.get('keyword') ?? '';
  const slug = params['*'] ?? '';
  // The article reports its outline, which is rendered beside it.
  const [shown, setShown] = useState<Doc | null>(null);
  const at = search.get('at');
  const section = search.get('section');
  // Pressing the same heading again does not change the address, so it scrolls here; in the next frame, because a drawer closes first.
  const again = (id: string): void => {
    if (id === at) requestAnimationFrame(() => toHeading(id));
  };
  const outline = keyword === '' && shown?.slug === slug ? shown.outline : [];
  return (
    <DocsFrame
      top={
        <SearchBox
          key={keyword}
          label="搜索文档"
          size="large"
          defaultValue={keyword}
          onSearch={(words) => navigate(words === '' ? paths.docs() : paths.docSearch(words))}
        />
      }
      tree={<Tree current={keyword === '' ? slug : ''} section={keyword === '' ? section : null} />}
      outline={
        outline.length === 0 ? undefined : (
          <DocOutline
            items={outline.map((item) => ({ ...item, href: href(paths.docs(slug, item.id)) }))}
            onPress={again}
          />
        )
      }
    >
      {keyword !== '' ? (
        <DocResults keyword={keyword} />
      ) : slug === '' ? (
        <DocStart section={section} />
      ) : (
        <DocArticle key={slug} slug={slug} at={at} onShown={setShown} />
      )}
    </DocsFrame>
  );
};

/** The shown document by its slug, or the shown section by its id. */
interface Place {
  readonly current: string;
  readonly section: string | null;
}

const nodesOf = (nodes: readonly DocNode[], place: Place): DocTreeNode[] =>
  nodes.map(({ id, slug, title, children }) => ({
    id,
    title,
    // A section has no text of its own.
    ...(children.length === 0
      ? { href: href(paths.docs(slug)), current: slug === place.current }
      : { current: id === place.section }),
    children: nodesOf(children as readonly DocNode[], place),
  }));

const Tree = (place: Place): JSX.Element => {
  const { state, retry } = useDocTree();
  return (
    <PageState state={state} onRetry={retry} loading={<Skeleton count={10} />} empty={null}>
      {({ nodes }) => <DocTree nodes={nodesOf(nodes, place)} />}
    </PageState>
  );
};
