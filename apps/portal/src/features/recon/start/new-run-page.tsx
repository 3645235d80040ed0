import { Button, Card, classNames, PageHead, PageState, Skeleton, Stepper } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import { leadTo } from '@ronghui/web/navigation/lead-to';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useStages } from '../recon-queries.ts';
import { subjectText } from '../run-words.ts';
import { LedgerField } from './ledger-field.tsx';
import { isGone, useFormerRun } from './ledger-queries.ts';
import { notesOf } from './open-questions.ts';
import { SourceDialog } from './source-dialog.tsx';
import css from './start.module.css';
import { SubjectFields } from './subject-fields.tsx';
import { type NewRun, type NewRunStart, useNewRun } from './use-new-run.ts';

/** Fetches what shows how a ledger is read, also ahead. */
export const loadColumnsPart = () => import('./columns-part.tsx');
const ColumnsPart = lazyPart(loadColumnsPart, <Skeleton shape="row" count={5} />);

const steps = ['上传商户账', '选择对账内容', '核对各列', '开始对账'];

/** Something about the columns or rows is still open; nothing of it may look done. */
const isOpen = ({ preview: { state }, mapping, fault, question, areSidesSettled }: NewRun): boolean =>
  mapping === undefined ||
  fault !== undefined ||
  question !== undefined ||
  (state.status === 'ready' && notesOf(state.data, areSidesSettled).some(({ kind }) => kind === 'question'));

/** The first step that is not ready. */
const stepOf = (run: NewRun): number => {
  if (run.ledger === undefined || run.isGone) return 0;
  if (run.form.fields.stageId === '') return 1;
  return isOpen(run) ? 2 : 3;
};

/** A new reconciliation: the ledger, what it is compared with, what its columns stand for, and the start. @source R13.1, R13.4 */
export const NewRunPage = (): JSX.Element => {
  const pageType = usePageType();
  const [search] = useSearch();
  const runId = search.get('runId') ?? '';
  const former = useFormerRun(runId);
  const start: NewRunStart = {
    stageId: search.get('stageId') ?? '',
    direction: search.get('direction') === 'receivable' ? 'receivable' : 'payable',
  };
  // A run that is not there is no reason not to begin another one.
  if (runId === '' || isGone(former.error)) return <NewRunForm start={start} />;
  return (
    <PageState
      state={former.state}
      loading={
        <>
          <PageHead pageType={pageType} title="新建对账" />
          <Skeleton shape="row" count={6} />
        </>
      }
      empty={null}
      onRetry={former.retry}
    >
      {(run) => <NewRunForm start={{ ...start, former: run }} />}
    </PageState>
  );
};

const NewRunForm = ({ start }: { start: NewRunStart }): JSX.Element => {
  const pageType = usePageType();
  const run = useNewRun(start);
  const [isSaving, setSaving] = useState(false);
  const { form, ledger, mapping, preview } = run;
  const source = preview.state.status === 'ready' ? preview.state.data.source : undefined;
  return (
    <>
      <PageHead pageType={pageType} title="新建对账" sub="上传自己的账，与一个账期的平台明细逐笔核对。" />
      <div className={css.steps}>
        <Stepper label="新建对账的步骤" steps={steps} current={stepOf(run)} />
      </div>
      <form
        id={form.id}
        className={css.form}
        aria-label="新建对账"
        noValidate
        onSubmit={(event) => form.submit(event, run.submission)}
      >
        <Card title="商户账">
          <LedgerField run={run} />
        </Card>
        <Card title="对账内容">
          <SubjectFields run={run} />
        </Card>
        {ledger === undefined || run.isGone ? null : (
          <Card title="核对各列">
            <ColumnsPart run={run} onSave={() => setSaving(true)} />
          </Card>
        )}
        <Start run={run} />
      </form>
      {isSaving && mapping !== undefined ? (
        <SourceDialog mapping={mapping} source={source} onClose={() => setSaving(false)} />
      ) : null}
    </>
  );
};

/** What is about to be compared, and the way to begin. */
const Start = ({ run: { form, ledger, question } }: { run: NewRun }): JSX.Element => {
  const { options } = useStages();
  const { stageId, direction, side } = form.fields;
  const stage = options.find(({ value }) => value === stageId)?.label;
  const subject = subjectText({
    direction: direction === 'receivable' ? 'receivable' : 'payable',
    side: side === 'basis' ? 'basis' : 'fee',
  });
  return (
    <div className={css.start}>
      <p className={classNames(css.note, question !== undefined && css.open)} role="status">
        {question === undefined ? (
          <>
            {ledger === undefined || stage === undefined ? '' : `将用“${ledger.name}”核对 ${stage}的${subject}。`}
            开始之后可以离开，完成时会通知您。
          </>
        ) : (
          <>
            {question.text} <Lead place={question.place} />
          </>
        )}
      </p>
      <span className={css.startActions}>
        <Button href={href(paths.reconManagement())}>返回</Button>
        <Button type="submit" variant="primary" loading={form.running}>
          开始对账
        </Button>
      </span>
    </div>
  );
};

/** The way to where a question is settled. */
const Lead = ({ place }: { place: string | undefined }): JSX.Element | null =>
  place === undefined ? null : (
    <Button size="small" variant="ghost" onClick={() => leadTo(place)}>
      去处理
    </Button>
  );
