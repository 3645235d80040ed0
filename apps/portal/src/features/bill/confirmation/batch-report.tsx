import { errorText } from '@ronghui/client';
import { billOutcomeNames } from '@ronghui/domain/bill';
import { differenceOf, rmbText } from '@ronghui/domain/money';
import { Button, Callout, Drawer, JobProgress } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { operationOf } from '../bill-queries.ts';
import { type BatchRun, type BillResult, nextCall, progressOf, progressText, resultsOf } from './batch-run.ts';
import { type SeenBill, totalsText } from './batch-steps.ts';
import css from './confirmation.module.css';
import { decisionWords } from './decision-words.ts';
import type { BatchRunner } from './use-batch-run.ts';

const count = (value: number): string => value.toLocaleString('en-US');

interface BatchReportProps {
  readonly runner: BatchRunner;
  readonly run: BatchRun;
  /** Leaves it; a run goes on. */
  readonly onClose: () => void;
  /** Decides on these again, with the amounts that they have now. */
  readonly onAgain: (bills: readonly SeenBill[]) => void;
}

/** How far a run is, and at its end what became of each bill. @source R10.3 */
export const BatchReport = ({ runner, run, onClose, onAgain }: BatchReportProps): JSX.Element => {
  const { verb } = decisionWords[run.decision];
  const isOver = nextCall(run) === undefined;
  return (
    <Drawer
      open
      onClose={onClose}
      title={`批量${verb}`}
      actions={<ReportActions runner={runner} isOver={isOver} onClose={onClose} />}
    >
      <div className={css.report}>
        {runner.isRunning ? (
          <JobProgress
            label={`批量${verb}`}
            {...progressOf(run)}
            text={`${progressText(run)}，可以关闭这里，办理会继续；离开本页则会停下，回来可以继续。`}
            isEnding={false}
            onCancel={runner.stop}
          />
        ) : null}
        {isOver || runner.isRunning ? null : <Broken runner={runner} run={run} />}
        <Outcomes run={run} isOver={isOver} onAgain={onAgain} />
      </div>
    </Drawer>
  );
};

const ReportActions = ({
  runner,
  isOver,
  onClose,
}: Pick<BatchReportProps, 'runner' | 'onClose'> & { isOver: boolean }): JSX.Element => {
  if (isOver)
    return (
      <Button
        variant="primary"
        onClick={() => {
          onClose();
          runner.drop();
        }}
      >
        知道了
      </Button>
    );
  if (runner.isRunning) return <Button onClick={onClose}>先看别的</Button>;
  return (
    <>
      <Button variant="ghost" onClick={runner.drop}>
        不再继续
      </Button>
      <Button variant="primary" onClick={runner.goOn}>
        继续
      </Button>
    </>
  );
};

/** Why a run stands still. */
const Broken = ({ runner, run }: Pick<BatchReportProps, 'runner' | 'run'>): JSX.Element => {
  const { done, total } = progressOf(run);
  return (
    <Callout tone="warn" role="status">
      {runner.failure === undefined ? '已停下。' : `${errorText(operationOf[run.decision], runner.failure)} `}
      {progressText(run)}，还有 {count(total - done)}&nbsp;张没有结果。继续时从停下的地方开始，不会重复办理。
    </Callout>
  );
};

const done: readonly BillResult['outcome'][] = ['confirmed', 'waitingApproval', 'sentBack'];

const Outcomes = ({
  run,
  isOver,
  onAgain,
}: Pick<BatchReportProps, 'run' | 'onAgain'> & { isOver: boolean }): JSX.Element => {
  const results = resultsOf(run);
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  const refused = results.filter(({ outcome }) => outcome !== 'changed' && !done.includes(outcome));
  return (
    <>
      {done.map((outcome) => {
        const found = results.filter((each) => each.outcome === outcome);
        return found.length === 0 ? null : (
          <p key={outcome} className={css.numbers}>
            {outcome === 'confirmed' && run.decision === 'approve' ? '复核通过' : billOutcomeNames[outcome]}：
            {totalsText(found)}
          </p>
        );
      })}
      {changed.length > 0 ? <Changed changed={changed} isOver={isOver} onAgain={onAgain} /> : null}
      {refused.length > 0 ? (
        <section className={css.group}>
          <h3 className={css.title}>没有办理 {count(refused.length)}&nbsp;张</h3>
          <ul className={css.rows}>
            {refused.map(({ billNo, outcome }) => (
              <li key={billNo} className={css.row}>
                <a href={href(paths.bill(billNo))}>{billNo}</a>
                <span>{billOutcomeNames[outcome]}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
};

interface ChangedProps {
  readonly changed: readonly BillResult[];
  readonly isOver: boolean;
  readonly onAgain: BatchReportProps['onAgain'];
}

/** The bills that are not what was seen any more: from what, to what, and the way to decide on the new amounts. */
const Changed = ({ changed, isOver, onAgain }: ChangedProps): JSX.Element => (
  <section className={css.group}>
    <h3 className={css.title}>金额已变化 {count(changed.length)}&nbsp;张，没有办理</h3>
    <ul className={css.rows}>
      {changed.map(({ billNo, amount, present = amount }) => {
        const more = differenceOf(present, amount);
        return (
          <li key={billNo} className={css.row}>
            <a href={href(paths.bill(billNo))}>{billNo}</a>
            <span>
              {rmbText(amount)} → {rmbText(present)}（{more > 0 ? '+' : ''}
              {rmbText(more)}）
            </span>
          </li>
        );
      })}
    </ul>
    {isOver ? (
      <div>
        <Button
          size="small"
          onClick={() =>
            onAgain(
              changed.map(({ billNo, direction, amount, present = amount }) => ({
                billNo,
                direction,
                amount: present,
              })),
            )
          }
        >
          按新金额核对…
        </Button>
      </div>
    ) : null}
  </section>
);
