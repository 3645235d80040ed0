import { DateTime, EmptyState, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../content.module.css';
import { type PageEntry, usePages } from './page-queries.ts';

/** Where each page is in the portal. */
const places: Readonly<Record<string, string>> = {
  home: '门户首页，轮播与推荐产品之下',
  partners: '合作伙伴页，名单之上',
  about: '关于我们',
};

/** The pages of the portal that are composed of blocks, and where each stands. @source R2.8, R11.3 */
export const PageListPage = (): JSX.Element => {
  const query = usePages();
  return (
    <div className={css.page}>
      <PageHead pageType={usePageType()} title="页面" sub="由内容模块组成的页面，编辑时同时看到电脑与手机上的样子。" />
      <PageState
        state={queryStatus('ops.content.page', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="card" count={3} />}
        empty={
          <EmptyState
            title="没有页面"
            text="首页、合作伙伴与关于我们本应列在这里，请刷新重试；仍然没有请联系管理员。"
          />
        }
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (
          <ul className={css.items} aria-label="页面">
            {items.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ul>
        )}
      </PageState>
    </div>
  );
};

const Entry = ({ entry }: { entry: PageEntry }): JSX.Element => {
  const { key, title, draft, publishedAt, publishAt, failure } = entry;
  return (
    <li className={css.item}>
      <div className={css.head}>
        <h2 className={css.title}>
          <a href={href(paths.page(key))}>{title}</a>
        </h2>
        <Standing entry={entry} />
      </div>
      <p className={css.note}>{places[key] ?? key}</p>
      <p className={css.note}>
        {publishedAt === null ? null : (
          <>
            发布于 <DateTime value={publishedAt} />
          </>
        )}
        {draft === null ? null : (
          <>
            {' '}
            草稿由 {draft.by} 保存于 <DateTime value={draft.at} />
          </>
        )}
        {publishAt === null ? null : (
          <>
            ，将于 <DateTime value={publishAt} /> 发布
          </>
        )}
      </p>
      {failure === '' ? null : <p>{failure}</p>}
    </li>
  );
};

const Standing = ({ entry: { draft, publishAt, isPublished } }: { entry: PageEntry }): JSX.Element => {
  if (publishAt !== null) return <Tag tone="info">定时发布</Tag>;
  if (draft !== null) return <Tag tone="warn">草稿</Tag>;
  return isPublished ? <Tag tone="ok">已发布</Tag> : <Tag>未发布</Tag>;
};
