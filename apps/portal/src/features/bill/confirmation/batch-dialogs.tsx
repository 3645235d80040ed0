import type { JSX } from 'react';
import type { Decision } from '../bill-queries.ts';
import { AskedBills } from './asked-bills.tsx';
import { BatchReport } from './batch-report.tsx';
import { type AskedBill, type BatchStep, type SeenBill, totalsText } from './batch-steps.ts';
import css from './confirmation.module.css';
import { DecisionQuestion } from './decision-question.tsx';
import { decisionWords } from './decision-words.ts';
import { DueDays } from './due-days.tsx';
import type { BatchRunner } from './use-batch-run.ts';
import { BillVoucherDrawer } from './voucher-drawer.tsx';

/** What was asked for: a step for some bills. */
export interface Asked {
  readonly step: BatchStep;
  readonly bills: readonly AskedBill[];
}

type Begin = (decision: Decision, bills: readonly SeenBill[], reason: string) => void;

interface BatchDialogsProps {
  readonly runner: BatchRunner;
  readonly isReportOpen: boolean;
  readonly asked: Asked | undefined;
  readonly onAsk: (asked: Asked | undefined) => void;
  readonly onReportClose: () => void;
  readonly onBegin: Begin;
}

/** The question before a step, and the report of a run. They are fetched when first shown. */
export const BatchDialogs = (props: BatchDialogsProps): JSX.Element => {
  const { runner, isReportOpen, asked, onAsk, onReportClose, onBegin } = props;
  const { run } = runner;
  return (
    <>
      {isReportOpen && run !== null ? (
        <BatchReport
          runner={runner}
          run={run}
          onClose={onReportClose}
          onAgain={(bills) => onAsk({ step: run.decision, bills })}
        />
      ) : null}
      {asked === undefined ? null : <AskedStep {...asked} onClose={() => onAsk(undefined)} onBegin={onBegin} />}
    </>
  );
};

type AskedStepProps = Asked & { readonly onClose: () => void; readonly onBegin: Begin };

const AskedStep = ({ step, bills, onClose, onBegin }: AskedStepProps): JSX.Element =>
  step === 'voucher' ? (
    <BillVoucherDrawer bills={bills} onClose={onClose} />
  ) : (
    <DecisionQuestion
      decision={step}
      title={`${decisionWords[step].verb} ${bills.length.toLocaleString('en-US')}\u00a0张账单？`}
      onClose={onClose}
      onConfirm={(reason) => onBegin(step, bills, reason)}
    >
      <p className={css.numbers}>{totalsText(bills)}</p>
      <DueDays decision={step} bills={bills} />
      <AskedBills bills={bills} />
    </DecisionQuestion>
  );
