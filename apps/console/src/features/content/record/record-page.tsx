import { type ContentRecord, contentDifferences, contentRecordNames, type RecordName } from '@ronghui/domain/content';
import {
  AlsoOpen,
  Button,
  Callout,
  DateTime,
  EmptyState,
  PageHead,
  PageState,
  SavedMeanwhile,
  Skeleton,
  Tag,
  takenText,
} from '@ronghui/ui';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, type ReactNode, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from '../content.module.css';
import { type BodyOf, type RecordDetail, useRecord, useWatch } from '../content-queries.ts';
import { Differences } from './differences.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useJumpToFault } from './jump-to-fault.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { type Editor, useRecordEditor } from './record-editor.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { VersionsDrawer } from './versions-drawer.tsx';

interface RecordPageProps<Name extends ContentRecord> {
  readonly record: Name;
  /** Of a record that has a key. */
  readonly itemKey?: string;
  /** What the record is called; the name of its kind without one. */
  readonly titleOf?: (body: BodyOf<Name>) => string;
  readonly sub: ReactNode;
  /** Its records come and go. */
  readonly isRemovable?: boolean;
  /** Its body before the first import of content. */
  readonly blank: BodyOf<Name>;
  readonly children: (editor: Editor<Name>) => ReactNode;
}

/** The page of a record: its form as a draft, what is published, and every version. @source R11.3 */
export const RecordPage = <Name extends ContentRecord>(props: RecordPageProps<Name>): JSX.Element => {
  const { record, itemKey: key = '', sub } = props;
  const query = useRecord({ record, key });
  const state = queryStatus('ops.content.detail', query);
  const head = <Head title={contentRecordNames[record]} sub={sub} />;
  return (
    <>
      {state.status === 'ready' || state.status === 'loading' ? null : head}
      <PageState
        state={state}
        loading={
          <>
            {head}
            <Skeleton shape="row" count={8} />
          </>
        }
        empty={<EmptyState kind="search" title="没有这项内容" />}
        onRetry={() => void query.refetch()}
      >
        {(detail) => <Editing {...props} detail={detail} />}
      </PageState>
    </>
  );
};

const Head = (props: { title: string; sub: ReactNode; actions?: ReactNode }): JSX.Element => (
  <PageHead pageType={usePageType()} {...props} />
);

type Open = 'publish' | 'versions' | 'discard' | 'remove' | undefined;

const Editing = <Name extends ContentRecord>({
  record,
  itemKey: key = '',
  titleOf,
  sub,
  isRemovable = false,
  blank,
  detail,
  children,
}: RecordPageProps<Name> & { readonly detail: RecordDetail }): JSX.Element => {
  const mayWrite = useAuth()['ops.content.write'] === true;
  const name: RecordName<Name> = { record, key };
  const editor = useRecordEditor(name, detail, blank);
  const title = titleOf?.(editor.body) || contentRecordNames[record];
  const [open, setOpen] = useState<Open>();
  const { form, jump } = useJumpToFault(editor.faults);
  const isRemoval = detail.draft?.removes === true;
  const hasDraft = editor.isDirty || detail.draft !== null;
  return (
    <div className={css.page}>
      <Head
        title={title}
        sub={sub}
        actions={
          <div className={css.actions}>
            <Button size="small" onClick={() => setOpen('versions')}>
              历史版本
            </Button>
            {mayWrite ? (
              <>
                {isRemovable && detail.published !== null && !isRemoval ? (
                  <Button size="small" onClick={() => setOpen('remove')} disabled={editor.running}>
                    移除
                  </Button>
                ) : null}
                {hasDraft ? (
                  <Button size="small" onClick={() => setOpen('discard')} disabled={editor.running}>
                    放弃草稿
                  </Button>
                ) : null}
                <Button
                  size="small"
                  disabled={!editor.isDirty || editor.isStale}
                  loading={editor.running && open === undefined}
                  onClick={() => void editor.save()}
                >
                  保存草稿
                </Button>
                <Button
                  size="small"
                  variant="primary"
                  disabled={!hasDraft || editor.isStale}
                  onClick={() => setOpen('publish')}
                >
                  发布
                </Button>
              </>
            ) : null}
          </div>
        }
      />
      <Standing editor={editor} mayWrite={mayWrite} />
      {isRemoval ? <Callout tone="warn">草稿是移除：发布之后，它从门户消失。放弃草稿就保留它。</Callout> : null}
      <fieldset ref={form} className={css.form} disabled={!mayWrite || isRemoval}>
        {children(editor)}
      </fieldset>
      {open === 'publish' ? (
        <PublishDialog
          editor={editor}
          onClose={(end) => {
            setOpen(undefined);
            if (end === 'refused') jump();
          }}
        />
      ) : null}
      {open === 'discard' ? <DiscardDialog editor={editor} onClose={() => setOpen(undefined)} /> : null}
      {open === 'remove' ? <RemoveDialog editor={editor} title={title} onClose={() => setOpen(undefined)} /> : null}
      {open === 'versions' ? (
        <VersionsDrawer name={name} title={title} detail={detail} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  );
};

interface StandingProps<Name extends ContentRecord> {
  readonly editor: Editor<Name>;
  readonly mayWrite: boolean;
}

/** Where the record stands: published, a draft, a moment that is set; who else has it open, and what keeps it from being published. */
const Standing = <Name extends ContentRecord>({ editor, mayWrite }: StandingProps<Name>): JSX.Element => {
  const { detail, isDirty, isStale, faults } = editor;
  const { draft, publishAt, failure } = detail;
  const watch = useWatch(editor.name, detail.version);
  return (
    <div className={css.stack}>
      <div className={css.state} role="status">
        <StandingTag editor={editor} />
        {draft === null ? null : (
          <span>
            草稿由 {draft.by} 保存于 <DateTime value={draft.at} />
          </span>
        )}
        {publishAt === null ? null : (
          <>
            <span>
              将于 <DateTime value={publishAt} /> 发布
            </span>
            {mayWrite ? (
              <Button size="small" onClick={() => void editor.unschedule()} disabled={editor.running}>
                取消定时
              </Button>
            ) : null}
          </>
        )}
        {isDirty ? (
          <span>{publishAt === null ? '有改动尚未保存' : '有改动尚未保存，保存后须重新设定发布时间'}</span>
        ) : null}
      </div>
      <AlsoOpen others={watch?.others} what="这一页" />
      {failure === '' ? null : (
        <Callout tone="bad" role="alert">
          {failure}
        </Callout>
      )}
      {isStale ? <Conflict editor={editor} /> : null}
      {faults.length === 0 ? null : (
        <Callout tone="warn">
          发布前还需修改：
          <ul>
            {faults.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{message}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
};

const StandingTag = <Name extends ContentRecord>({
  editor: { detail, isDirty },
}: {
  editor: Editor<Name>;
}): JSX.Element => {
  if (detail.draft?.removes === true) return <Tag tone="warn">待移除</Tag>;
  if (detail.publishAt !== null) return <Tag tone="info">定时发布</Tag>;
  if (detail.draft !== null || isDirty) return <Tag tone="warn">草稿</Tag>;
  return detail.published === null ? <Tag>未发布</Tag> : <Tag tone="ok">已发布</Tag>;
};

/** A colleague or an import was quicker: what differs is shown, and nothing of either is lost unasked. @source R11.3 */
const Conflict = <Name extends ContentRecord>({ editor }: { editor: Editor<Name> }): JSX.Element => {
  const { stored, body, detail } = editor;
  return (
    <SavedMeanwhile
      lead={`编辑期间，这项内容${takenText(detail.draft ?? undefined)}。`}
      onTakeTheirs={editor.takeTheirs}
      onKeepMine={editor.keepOwnChange}
    >
      {contentDifferences(stored, body).length === 0 ? null : (
        <Differences before={stored} after={body} names={{ was: '现为', is: '您填写' }} />
      )}
    </SavedMeanwhile>
  );
};
