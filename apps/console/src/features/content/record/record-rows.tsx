import { DateTime, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import type { RecordEntry } from '../content-queries.ts';

/** A row of the list. */
interface RowProps {
  readonly row: RecordEntry;
}

/** What stands of a record in the list of its kind. */
export const RecordTag = ({ row: { draft, publishAt, failure, isPublished } }: RowProps): JSX.Element => {
  if (failure !== '') return <Tag tone="bad">定时发布未完成</Tag>;
  if (draft?.removes === true) return <Tag tone="warn">待移除</Tag>;
  if (publishAt !== null) return <Tag tone="info">定时发布</Tag>;
  if (draft !== null) return <Tag tone="warn">{isPublished ? '已发布，有草稿' : '草稿'}</Tag>;
  return isPublished ? <Tag tone="ok">已发布</Tag> : <Tag>已移除</Tag>;
};

/** Who saved or published it last, and when; or the moment that is set. */
export const RecordMoment = ({ row: { draft, publishAt, publishedAt, publishedBy } }: RowProps): JSX.Element => {
  if (publishAt !== null)
    return (
      <>
        将于 <DateTime value={publishAt} /> 发布
      </>
    );
  const [by, at] = draft === null ? [publishedBy, publishedAt] : [draft.by, draft.at];
  if (at === null) return <>—</>;
  return (
    <>
      {by} <DateTime value={at} />
    </>
  );
};

/** The version of an agreement that is in force, and the one that comes next. @source R10.6 */
export const Standing = ({ row: { standing } }: RowProps): JSX.Element => {
  if (standing === undefined || (standing.inForce === null && standing.next === null)) return <>—</>;
  const { inForce, next } = standing;
  return (
    <>
      {inForce === null ? (
        '尚未生效'
      ) : (
        <>
          {inForce.version}，自 <DateTime value={inForce.since} precision="date" />
        </>
      )}
      {next === null ? null : (
        <>
          ；{next.version} 将于 <DateTime value={next.from} precision="date" /> 生效
        </>
      )}
    </>
  );
};

/** The states by which a list is filtered. */
export const recordStates = [
  { value: 'published', label: '已发布' },
  { value: 'draft', label: '有草稿' },
  { value: 'scheduled', label: '定时发布' },
  { value: 'failed', label: '定时未完成' },
  { value: 'removed', label: '已移除' },
];
