import { Button, DateTime, EmptyState, Highlight, PageState, Pagination, Skeleton } from '@ronghui/ui';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect, useRef } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { type DocList, reportMiss, useDocSearch } from './doc-queries.ts';
import css from './doc-results.module.css';

/** The page number in the address; anything invalid is the first page. */
const pageOf = (text: string | null): number => {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
};

/** The ref of a heading that takes the focus on each new search, because the search box is rendered anew and loses it. */
const useArrivalAt = (text: string) => {
  const ref = useRef<HTMLHeadingElement>(null);
  const before = useRef(text);
  useEffect(() => {
    // Going back keeps the scroll position.
    if (before.current !== text) scrollTo(0, 0);
    before.current = text;
    ref.current?.focus({ preventScroll: true });
  }, [text]);
  return ref;
};

/** The results of a search, with the words marked. The page number is in the address. @source R1.1, R2.10 */
export const DocResults = ({ keyword }: { keyword: string }): JSX.Element => {
  const [search, change] = useSearch();
  const page = pageOf(search.get('page'));
  const { state, retry } = useDocSearch(keyword, page);
  usePageTitle(`搜索“${keyword}”`);
  const found = state.status === 'ready' ? countFull(state.data) : 0;
  const foundNothing = page === 1 && (state.status === 'empty' || (state.status === 'ready' && found === 0));
  useEffect(() => {
    // Nothing of the page depends on it.
    if (foundNothing) reportMiss({ keyword }).catch(() => undefined);
  }, [foundNothing, keyword]);
  const heading = useArrivalAt(`${keyword} ${page}`);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        搜索“{keyword}”{found > 0 ? <span className={css.count}>找到 {found}&nbsp;篇</span> : null}
      </h1>
      <PageState
        state={state}
        onRetry={retry}
        loading={<Skeleton shape="row" count={6} />}
        empty={
          <EmptyState
            kind="search"
            title="没有找到相关的文档"
            text="换一个说法试试，或者直接问我们。"
            action={<Button href={href(paths.leadForm({ topic: 'consult' }))}>联系我们</Button>}
          />
        }
      >
        {({ items, total = 0, pageSize }) => (
          <>
            <Results items={items.filter(({ isPartial = false }) => !isPartial)} />
            <PartialResults items={items.filter(({ isPartial = false }) => isPartial)} isAlone={found === 0} />
            {total > pageSize ? (
              <Pagination
                page={page}
                pageSize={pageSize}
                total={total}
                onPageChange={(next) => change({ page: String(next) })}
              />
            ) : null}
          </>
        )}
      </PageState>
    </>
  );
};

/** How many documents have all words; those that have some stand behind them and are few, so that they are on the last page. */
const countFull = ({ items, total = 0 }: DocList): number => total - items.filter(({ isPartial }) => isPartial).length;

type Item = DocList['items'][number];

const Results = ({ items }: { items: readonly Item[] }): JSX.Element | null =>
  items.length === 0 ? null : (
    <ol className={css.list}>
      {items.map((item) => (
        <Result key={item.id} item={item} />
      ))}
    </ol>
  );

/** Documents that have some of the words, below a line that says so. */
const PartialResults = ({ items, isAlone }: { items: readonly Item[]; isAlone: boolean }): JSX.Element | null =>
  items.length === 0 ? null : (
    <section className={css.partial}>
      <p className={css.line}>{isAlone ? '没有完全匹配的结果，以下内容可能有帮助' : '以下内容也可能有帮助'}</p>
      <Results items={items} />
    </section>
  );

const Result = ({ item }: { item: Item }): JSX.Element => (
  <li className={css.result}>
    <h2 className={css.name}>
      <a href={href(paths.docs(item.slug))}>
        <Highlight text={item.highlights?.title ?? item.title} />
      </a>
    </h2>
    <p className={css.summary}>
      <Highlight text={item.highlights?.summary ?? item.summary} />
    </p>
    <p className={css.when}>
      更新于 <DateTime value={item.updatedAt} precision="date" />
    </p>
  </li>
);
