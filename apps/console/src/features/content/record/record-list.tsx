import type { KeyedRecord } from '@ronghui/domain/content';
import { Button, type FilterField, type ListColumns, ListPage, RowCard } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { type RecordEntry, useRecordList } from '../content-queries.ts';
import { CreateDialog, type CreateDialogProps } from './create-dialog.tsx';
import { RecordMoment, RecordTag, recordStates, Standing } from './record-rows.tsx';

const keyOf = ({ key }: RecordEntry): string => key;
const fields: readonly FilterField[] = [{ kind: 'chips', name: 'state', label: '状态', options: recordStates }];

interface RecordListProps<Name extends KeyedRecord> extends Pick<CreateDialogProps<Name>, 'bodyOf'> {
  readonly record: Name;
  /** What one is called: 产品. */
  readonly noun: string;
  /** What a group is: 类目; without one the list has no groups. */
  readonly group?: { readonly title: string; readonly nameOf: (group: string) => string };
  readonly pathOf: (key: string) => string;
}

/** The records of a kind with what stands of each, and the way to a new one. @source R11.3 */
export const RecordList = <Name extends KeyedRecord>({
  record,
  noun,
  group,
  pathOf,
  bodyOf,
}: RecordListProps<Name>): JSX.Element => {
  const list = useRecordList(record);
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.content.write'] === true;
  const link = ({ key, title }: RecordEntry): JSX.Element => <a href={href(pathOf(key))}>{title || key}</a>;
  const columns: ListColumns<RecordEntry> = {
    title: { title: noun, cell: link, share: 1.6, fixed: true },
    key: { title: '标识', cell: ({ key }) => key, share: 1 },
    group: group === undefined ? 'notShown' : { title: group.title, cell: (row) => group.nameOf(row.group), share: 1 },
    isPublished: { title: '状态', cell: (row) => <RecordTag row={row} />, share: 0.9, fixed: true },
    draft: { title: '最近一次', cell: (row) => <RecordMoment row={row} />, share: 1.6 },
    standing:
      record === 'agreement' ? { title: '生效的版本', cell: (row) => <Standing row={row} />, share: 1.8 } : 'notShown',
    version: 'notShown',
    sort: 'notShown',
    publishedBy: 'elsewhere',
    publishedAt: 'elsewhere',
    publishAt: 'elsewhere',
    failure: 'elsewhere',
  };
  return (
    <>
      <ListPage
        title={noun}
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建{noun}
            </Button>
          ) : undefined
        }
        list={list}
        name={`content-${record}`}
        label={noun}
        unit={`个${noun}`}
        keyOf={keyOf}
        columns={columns}
        card={(row) => (
          <RowCard
            title={link(row)}
            tag={<RecordTag row={row} />}
            facts={[
              ...(group === undefined ? [] : [{ label: group.title, value: group.nameOf(row.group) }]),
              ...(row.standing === undefined ? [] : [{ label: '生效的版本', value: <Standing row={row} /> }]),
              { label: '最近一次', value: <RecordMoment row={row} /> },
            ]}
          />
        )}
        fields={fields}
        empty={{ title: `还没有${noun}`, text: '新建之后先是草稿，发布后显示在门户上。' }}
      />
      {isCreating ? (
        <CreateDialog noun={noun} bodyOf={bodyOf} pathOf={pathOf} onClose={() => setCreating(false)} />
      ) : null}
    </>
  );
};
