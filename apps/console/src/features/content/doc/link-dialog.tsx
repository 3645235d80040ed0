import { Button, Dialog, EmptyState, PageState, SearchBox, Skeleton } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import css from '../content.module.css';
import { useDocSearch } from './doc-queries.ts';

/** The document that a link leads to, and what it is called there. */
export interface DocLink {
  readonly address: string;
  readonly name: string;
}

interface LinkDialogProps {
  readonly onLink: (link: DocLink) => void;
  readonly onClose: () => void;
}

/** What a link shows: brackets would end it early. */
const shown = (title: string): string => title.replaceAll(/[[\]]/g, '');

/** Finds the document that a link leads to; the link names its key, which never changes. @source R11.3 */
export const LinkDialog = ({ onLink, onClose }: LinkDialogProps): JSX.Element => {
  const [keyword, setKeyword] = useState('');
  return (
    <Dialog open title="链接到其他文档" onClose={onClose} actions={<Button onClick={onClose}>关闭</Button>}>
      <div className={css.stack}>
        <SearchBox label="搜索文档" onSearch={(words) => setKeyword(words.slice(0, 60))} />
        {keyword === '' ? (
          <p className={css.note}>输入标题或正文中的词，按回车搜索。</p>
        ) : (
          <Found keyword={keyword} onLink={onLink} />
        )}
      </div>
    </Dialog>
  );
};

const Found = ({
  keyword,
  onLink,
}: {
  readonly keyword: string;
  readonly onLink: (link: DocLink) => void;
}): JSX.Element => {
  const query = useDocSearch(keyword);
  return (
    <PageState
      state={queryStatus('ops.content.page', query, ({ items }) => items.length === 0)}
      loading={<Skeleton shape="row" count={3} />}
      empty={<EmptyState kind="search" title="没有找到文档" />}
      onRetry={() => void query.refetch()}
    >
      {({ items }) => (
        <ul className={css.versions} aria-label="找到的文档">
          {items.slice(0, 20).map(({ key, title }) => (
            <li key={key} className={css.version}>
              <span>{title || key}</span>
              <Button
                size="small"
                aria-label={`插入 ${title || key}`}
                onClick={() => onLink({ address: key, name: shown(title || key) })}
              >
                插入
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PageState>
  );
};
