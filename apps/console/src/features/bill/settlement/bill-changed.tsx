import { billEventNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Callout, formatDateTime, StepsSince, takenText } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Seen } from '#kernel/seen.ts';
import type { SettledDetail } from './settlement-queries.ts';

type Step = SettledDetail['timeline'][number];
/** What others did to a bill since one opened it; undefined where one is up to date. */
export type Since = Seen<Step>['since'];

/** What a step of a bill paid, or took back. */
const sumOf = ({ paymentAmount, reversedAmount }: Step) => paymentAmount ?? reversedAmount;

/** What a step of a bill was about: amounts and reason. */
export const stepText = (step: Step): string => {
  const sum = sumOf(step);
  return [
    step.fromAmount === undefined ? '' : `${rmbText(step.fromAmount)} → ${rmbText(step.amount)}`,
    sum === undefined ? '' : rmbText(sum),
    step.reason ?? '',
  ]
    .filter((part) => part !== '')
    .join('，');
};

const textOf = (step: Step): string =>
  `${step.by} 于 ${formatDateTime(step.at)} ${billEventNames[step.kind]}${stepText(step) === '' ? '' : `：${stepText(step)}`}`;

/** What others did to a bill since one opened it, step by step; one goes on once it was read. @source R4.12 */
export const BillChanged = ({ seen: { since, onSeen } }: { seen: Seen<Step> }): JSX.Element => (
  <StepsSince
    lead="这张账单已被他人更新，请核对后再继续；您填写的内容还在。"
    steps={since?.map((step) => ({ key: `${step.at} ${step.kind} ${sumOf(step)}`, text: textOf(step) }))}
    onSeen={onSeen}
  />
);

interface BillBehindProps {
  readonly since: Since;
  /** What the question is about: 登记. */
  readonly step: string;
}

/** In a question about a bill that others changed meanwhile: who did what last, and when; it is read before the question is answered. @source R4.12 */
export const BillBehind = ({ since, step }: BillBehindProps): JSX.Element | null => {
  if (since === undefined) return null;
  const last = since.at(-1);
  return (
    <Callout tone="warn" role="alert">
      账单{takenText(last && { by: last.by, at: last.at, what: billEventNames[last.kind] })}，请返回查看之后再{step}。
    </Callout>
  );
};
