import {
  Button,
  DateTime,
  Drawer,
  EmptyState,
  PageHead,
  PageState,
  Pagination,
  Skeleton,
  Tabs,
  Tag,
} from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../content.module.css';
import { useAnswers, useComments, useMisses, useRatings } from './doc-queries.ts';

/** What readers found helpful or not, in documents and in the robot's answers, and what they searched or asked in vain. @source R11.3, service 4.2 */
export const DocFeedbackPage = (): JSX.Element => (
  <div className={css.page}>
    <PageHead
      pageType={usePageType()}
      title="文档反馈"
      sub={'读者的评价，与近 90\u00a0天没有搜到结果的词和客服机器人答不上来的问题，都不含读者的任何信息。'}
      actions={
        <Button size="small" href={href(paths.docs())}>
          文档
        </Button>
      }
    />
    <Tabs
      label="文档反馈"
      items={[
        { value: 'ratings', label: '读者评价', content: <Ratings /> },
        { value: 'answers', label: '机器人的回答', content: <Answers /> },
        { value: 'misses', label: '没有结果的搜索', content: <Misses /> },
      ]}
    />
  </div>
);

const Ratings = (): JSX.Element => {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<{ readonly slug: string; readonly title: string }>();
  const query = useRatings(page);
  return (
    <PageState
      state={queryStatus('ops.doc.ratings', query, ({ items }) => items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<EmptyState title="还没有读者评价" text="读者在文档末尾选择是否有帮助之后，会列在这里。" />}
      onRetry={() => void query.refetch()}
    >
      {({ items, total = 0, pageSize }) => (
        <>
          <ul className={css.versions} aria-label="读者评价">
            {items.map(({ slug, title, helpful, notHelpful, comments, views }) => (
              <li key={slug} className={css.version}>
                <a href={href(paths.doc(slug))}>{title}</a>
                <span className={css.state}>
                  <span>{`近 90\u00a0天浏览 ${views.toLocaleString('en-US')}\u00a0次`}</span>
                  <Tag tone="ok">有帮助 {helpful}</Tag>
                  <Tag tone={notHelpful > 0 ? 'warn' : 'info'}>没有帮助 {notHelpful}</Tag>
                  {comments === 0 ? null : (
                    <Button size="small" aria-label={`${title} 的意见`} onClick={() => setOpen({ slug, title })}>
                      {comments}&nbsp;条意见
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={total} onPageChange={setPage} />
          {open === undefined ? null : (
            <Drawer open title={`读者意见：${open.title}`} onClose={() => setOpen(undefined)}>
              <Comments slug={open.slug} />
            </Drawer>
          )}
        </>
      )}
    </PageState>
  );
};

const Answers = (): JSX.Element => {
  const [page, setPage] = useState(1);
  const query = useAnswers(page);
  return (
    <PageState
      state={queryStatus('ops.chat.answers', query, ({ items }) => items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={
        <EmptyState
          title="还没有评价"
          text={'近 90\u00a0天里，客户对机器人的回答选择有帮助或没帮助之后，按文档列在这里。'}
        />
      }
      onRetry={() => void query.refetch()}
    >
      {({ items, total = 0, pageSize }) => (
        <>
          <ul className={css.versions} aria-label="机器人的回答">
            {items.map(({ slug, title, helpful, notHelpful }) => (
              <li key={slug} className={css.version}>
                {title === '' ? <span>已删除的文档</span> : <a href={href(paths.doc(slug))}>{title}</a>}
                <span className={css.state}>
                  <Tag tone="ok">有帮助 {helpful}</Tag>
                  <Tag tone={notHelpful > 0 ? 'warn' : 'info'}>没帮助 {notHelpful}</Tag>
                </span>
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={total} onPageChange={setPage} />
        </>
      )}
    </PageState>
  );
};

const Comments = ({ slug }: { readonly slug: string }): JSX.Element => {
  const query = useComments(slug);
  return (
    <PageState
      state={queryStatus('ops.doc.comments', query, ({ items }) => items.length === 0)}
      loading={<Skeleton count={4} />}
      empty={<EmptyState title="没有意见" />}
      onRetry={() => void query.refetch()}
    >
      {({ items }) => (
        <ul className={css.versions} aria-label="读者意见">
          {items.map(({ helpful, comment, at }) => (
            <li key={`${at} ${comment}`} className={css.version}>
              <span>{comment}</span>
              <span className={css.note}>
                {helpful ? '有帮助' : '没有帮助'} <DateTime value={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </PageState>
  );
};

const Misses = (): JSX.Element => {
  const [page, setPage] = useState(1);
  const query = useMisses(page);
  return (
    <PageState
      state={queryStatus('ops.doc.misses', query, ({ items }) => items.length === 0)}
      loading={<Skeleton shape="row" count={6} />}
      empty={<EmptyState title="没有落空的搜索" text="读者搜索而没有结果的词，会按次数列在这里。" />}
      onRetry={() => void query.refetch()}
    >
      {({ items, total = 0, pageSize }) => (
        <>
          <ul className={css.versions} aria-label="没有结果的搜索">
            {items.map(({ word, searches, lastOn }) => (
              <li key={word} className={css.version}>
                <span>{word}</span>
                <span className={css.state}>
                  {searches}&nbsp;次，最近 {lastOn}
                  <Button size="small" aria-label={`为「${word}」写一篇`} href={href(paths.docs())}>
                    写一篇
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={total} onPageChange={setPage} />
        </>
      )}
    </PageState>
  );
};
