import type { RecordName } from '@ronghui/domain/content';
import { Button, DateTime, Drawer, EmptyState, PageState, Pagination, Skeleton, Tag } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import css from '../content.module.css';
import { type RecordDetail, useVersions, type Version } from '../content-queries.ts';
import { VersionDialog } from './version-dialog.tsx';

/** How a version came about. */
const originText = ({ origin, from }: Pick<Version, 'origin' | 'from'>): string => {
  switch (origin) {
    case 'before':
      return '保留版本之前的内容';
    case 'console':
      return '发布';
    case 'schedule':
      return '定时发布';
    case 'rollBack':
      return `退回到第 ${from ?? ''} 版`;
    case 'import':
      return '导入内容文件';
  }
};

interface VersionsDrawerProps {
  readonly name: RecordName;
  /** What the record is called. */
  readonly title: string;
  readonly detail: RecordDetail;
  readonly onClose: () => void;
}

/** Every version of a record, the latest first; one opens what it changed. @source R11.3 */
export const VersionsDrawer = ({ name, title, detail, onClose }: VersionsDrawerProps): JSX.Element => {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number>();
  const query = useVersions(name, page);
  return (
    <Drawer open title={`${title}的历史版本`} onClose={onClose}>
      <PageState
        state={queryStatus('ops.content.versions', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={6} />}
        empty={<EmptyState title="还没有版本" text="第一次在这里发布之后，每一版都会保留。" />}
        onRetry={() => void query.refetch()}
      >
        {({ items, total = 0 }) => (
          <div className={css.stack}>
            <ol className={css.versions} aria-label="历史版本，最新的在前">
              {items.map((version, place) => (
                <li key={version.number} className={css.version}>
                  <div>
                    <strong>第 {version.number} 版</strong> {originText(version)}{' '}
                    {version.removes ? (
                      <Tag>移除</Tag>
                    ) : page === 1 && place === 0 ? (
                      <Tag tone="ok">现在发布的</Tag>
                    ) : null}
                    <div className={css.note}>
                      {version.by === '' ? null : `${version.by} · `}
                      <DateTime value={version.at} />
                    </div>
                  </div>
                  <Button size="small" onClick={() => setOpen(version.number)}>
                    查看
                  </Button>
                </li>
              ))}
            </ol>
            {total > 20 ? <Pagination page={page} pageSize={20} total={total} onPageChange={setPage} /> : null}
          </div>
        )}
      </PageState>
      {open === undefined ? null : (
        <VersionDialog name={name} detail={detail} number={open} onClose={() => setOpen(undefined)} />
      )}
    </Drawer>
  );
};
