import { Button, EmptyState, PageHead, PageState, SearchBox, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import common from '../content.module.css';
import { CreateDialog } from '../record/create-dialog.tsx';
import { RecordMoment, RecordTag } from '../record/record-rows.tsx';
import { blankDoc, blankSection } from './doc-body.ts';
import { type DocEntry, useDocSearch, useSections } from './doc-queries.ts';
import { DocTreeRows } from './doc-tree-rows.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useMove } from './use-move.ts';

/** The document centre: sections and documents in the order that visitors see, and the search among them. @source R11.3 */
export const DocTreePage = (): JSX.Element => {
  const [keyword, setKeyword] = useState('');
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.content.write'] === true;
  const query = useSections();
  return (
    <div className={common.page}>
      <PageHead
        pageType={usePageType()}
        title="文档"
        sub="目录与文档按访客看到的顺序排列。移动随即生效；文字先是草稿，发布后显示。"
        actions={
          <div className={common.actions}>
            <Button size="small" href={href(paths.docFeedback())}>
              文档反馈
            </Button>
            {mayWrite ? (
              <Button size="small" variant="primary" onClick={() => setCreating(true)}>
                新建目录
              </Button>
            ) : null}
          </div>
        }
      />
      <SearchBox label="搜索文档的标题与正文" onSearch={(words) => setKeyword(words.slice(0, 60))} />
      {keyword === '' ? (
        <PageState
          state={queryStatus('ops.content.page', query, (sections) => sections.length === 0)}
          loading={<Skeleton shape="row" count={8} />}
          empty={<EmptyState title="还没有文档" text="先新建并发布一个目录，再在目录中写文档。" />}
          onRetry={() => void query.refetch()}
        >
          {(sections) => <Tree sections={sections} mayWrite={mayWrite} />}
        </PageState>
      ) : (
        <Found keyword={keyword} />
      )}
      {isCreating ? (
        <CreateDialog noun="目录" bodyOf={blankSection} pathOf={paths.docSection} onClose={() => setCreating(false)} />
      ) : null}
    </div>
  );
};

interface TreeProps {
  readonly sections: readonly DocEntry[];
  readonly mayWrite: boolean;
}

const Tree = ({ sections, mayWrite }: TreeProps): JSX.Element => {
  const { tree, announcement, move, running } = useMove();
  const [moved, setMoved] = useState<DocEntry>();
  const [writtenIn, setWrittenIn] = useState<string>();
  return (
    <div className={common.stack} ref={tree}>
      <div role="status" className={common.note}>
        {announcement}
      </div>
      <DocTreeRows
        sections={sections}
        group=""
        label="文档目录"
        mayWrite={mayWrite && !running}
        onMove={(entry, to) => void move(entry, to)}
        onPlace={setMoved}
        onWrite={setWrittenIn}
      />
      {moved === undefined ? null : (
        <MoveDialog
          entry={moved}
          sections={sections}
          onMove={(into) => move(moved, { into })}
          onClose={() => setMoved(undefined)}
        />
      )}
      {writtenIn === undefined ? null : (
        <CreateDialog
          noun="文档"
          bodyOf={(key, title) => blankDoc(key, title, writtenIn)}
          pathOf={paths.doc}
          onClose={() => setWrittenIn(undefined)}
        />
      )}
    </div>
  );
};

const Found = ({ keyword }: { readonly keyword: string }): JSX.Element => {
  const query = useDocSearch(keyword);
  return (
    <PageState
      state={queryStatus('ops.content.page', query, ({ items }) => items.length === 0)}
      loading={<Skeleton shape="row" count={5} />}
      empty={<EmptyState kind="search" title="没有找到文档" text="换一个词，或清空搜索查看全部目录。" />}
      onRetry={() => void query.refetch()}
    >
      {({ items, nextCursor }) => (
        <>
          <ul className={common.versions} aria-label="找到的文档">
            {items.map((entry) => (
              <li key={entry.key} className={common.version}>
                <a href={href(paths.doc(entry.key))}>{entry.title || entry.key}</a>
                <span className={common.state}>
                  <RecordTag row={entry} />
                  <RecordMoment row={entry} />
                </span>
              </li>
            ))}
          </ul>
          {nextCursor === null ? null : <p className={common.note}>只列出前 {items.length}&nbsp;篇，请再加一个词。</p>}
        </>
      )}
    </PageState>
  );
};
