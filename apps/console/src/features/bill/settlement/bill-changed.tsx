import { billEventNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, formatDateTime } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { SettledDetail } from './settlement-queries.ts';

type Step = SettledDetail['timeline'][number];

/** What a step of a bill was about: amounts and reason. */
export const stepText = (step: Step): string =>
  [
    step.fromAmount === undefined ? '' : `${rmbText(step.fromAmount)} → ${rmbText(step.amount)}`,
    step.paymentAmount === undefined ? '' : rmbText(step.paymentAmount),
    step.reason ?? '',
  ]
    .filter((part) => part !== '')
    .join('，');

interface BillChangedProps {
  readonly since: readonly Step[];
  readonly onSeen: () => void;
}

/** What others did to a bill since one opened it, step by step; one goes on once it was read. @source R4.12 */
export const BillChanged = ({ since, onSeen }: BillChangedProps): JSX.Element => (
  <Callout tone="warn" role="alert">
    <div className={css.stack}>
      <p>这张账单已被他人更新，请核对后再继续；您填写的内容还在。</p>
      <ul>
        {since.map((step) => (
          <li key={`${step.at} ${step.kind} ${step.paymentAmount}`}>
            {`${step.by} 于 ${formatDateTime(step.at)} ${billEventNames[step.kind]}`}
            {stepText(step) === '' ? '' : `：${stepText(step)}`}
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={onSeen}>
          已看过
        </Button>
      </div>
    </div>
  </Callout>
);
