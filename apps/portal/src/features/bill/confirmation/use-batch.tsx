import { differenceOf } from '@ronghui/domain/money';
import { Button, Callout } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import type { Bill, Decision } from '../bill-queries.ts';
import type { Asked } from './batch-dialogs.tsx';
import { makeRun, nextCall, progressText } from './batch-run.ts';
import { type AskedBill, type BatchStep, type SeenBill, stepsFor, totalsText } from './batch-steps.ts';
import css from './confirmation.module.css';
import { decisionWords } from './decision-words.ts';
import { type AllOfFilterInput, useAllOfFilter } from './use-all-of-filter.ts';
import { type BatchRunner, useBatchRun } from './use-batch-run.ts';

/** Fetches them, also ahead. */
export const loadBatchDialogs = () => import('./batch-dialogs.tsx');
const BatchDialogs = lazyPart(loadBatchDialogs);

const count = (value: number): string => value.toLocaleString('en-US');

const stepButtons: readonly (readonly [BatchStep, string])[] = [
  ['voucher', '上传付款凭证'],
  ['sendBack', '退回'],
  ['approve', '复核'],
  ['confirm', '核对并确认'],
];

/** A bill with what is still to be paid of it. */
const openPart = ({ billNo, direction, amount, paidAmount, inCheck }: Bill): AskedBill => ({
  billNo,
  direction,
  inCheck,
  amount: differenceOf(amount, paidAmount),
});

/** Decides on several bills at once: the parts of the list page. @source R10.3 */
export const useBatch = (input: AllOfFilterInput) => {
  const auth = useAuth();
  const runner = useBatchRun();
  const all = useAllOfFilter(input);
  const [asked, setAsked] = useState<Asked>();
  const [isReportOpen, setReportOpen] = useState(false);
  const { chosen, onChosenChange } = input.selection;
  const bills = [...chosen.values()];
  const begin = (decision: Decision, seen: readonly SeenBill[], reason: string): void => {
    runner.start(makeRun(decision, seen, reason));
    onChosenChange(new Map());
    setReportOpen(true);
  };
  const actions = stepButtons.map(([step, text]) => {
    const fit = bills.filter((bill) => stepsFor(bill, auth).includes(step));
    return fit.length === 0 ? null : (
      <Button
        key={step}
        size="small"
        {...(step === 'confirm' || step === 'approve' ? { variant: 'primary' as const } : {})}
        onClick={() => setAsked({ step, bills: step === 'voucher' ? fit.map(openPart) : fit })}
      >
        {text} {count(fit.length)}&nbsp;张
      </Button>
    );
  });
  return {
    bar: { summary: totalsText(bills), actions: <>{actions}</>, ...(all === undefined ? {} : { all }) },
    note: isReportOpen ? null : <BatchNote runner={runner} onOpen={() => setReportOpen(true)} />,
    dialogs:
      asked === undefined && !(isReportOpen && runner.run !== null) ? null : (
        <BatchDialogs
          runner={runner}
          isReportOpen={isReportOpen}
          asked={asked}
          onAsk={setAsked}
          onReportClose={() => setReportOpen(false)}
          onClose={() => {
            setAsked(undefined);
            setReportOpen(false);
          }}
          onBegin={begin}
        />
      ),
  };
};

/** Above the list: a run that goes on behind it, stands still, or has ended. */
const BatchNote = ({ runner, onOpen }: { runner: BatchRunner; onOpen: () => void }): JSX.Element | null => {
  const { run, isRunning, goOn, drop } = runner;
  if (run === null) return null;
  const { verb } = decisionWords[run.decision];
  const isOver = nextCall(run) === undefined;
  const state = isOver ? '已办完' : isRunning ? '正在办理' : '停下了';
  return (
    <div className={css.note}>
      <Callout tone={isOver || isRunning ? 'info' : 'warn'} role="status">
        <span className={css.noteRow}>
          批量{verb}
          {state}，{progressText(run)}。
          <Button size="small" onClick={onOpen}>
            查看
          </Button>
          {isOver || isRunning ? null : (
            <>
              <Button
                size="small"
                variant="primary"
                onClick={() => {
                  onOpen();
                  goOn();
                }}
              >
                继续
              </Button>
              <Button size="small" variant="ghost" onClick={drop}>
                不再继续
              </Button>
            </>
          )}
        </span>
      </Callout>
    </div>
  );
};
