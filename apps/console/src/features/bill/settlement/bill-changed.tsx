import { billEventNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { formatDateTime, StepsSince } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Seen } from '#kernel/seen.ts';
import type { SettledDetail } from './settlement-queries.ts';

type Step = SettledDetail['timeline'][number];

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
