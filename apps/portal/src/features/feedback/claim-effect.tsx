import { type Fen, rmbText } from '@ronghui/domain/money';
import { Amount, classNames } from '@ronghui/ui';
import type { JSX } from 'react';
import { type BillLimits, billAfter } from './claim-fields.ts';
import css from './feedback.module.css';
import { differenceText } from './feedback-rows.tsx';

interface ClaimEffectProps {
  readonly bill: { readonly amount: Fen; readonly limits?: BillLimits };
  readonly standing: Fen;
  /** Null until it is typed. */
  readonly claimed: Fen | null;
}

/** 最低 ¥1,000.00、最高 ¥5,000.00 */
const limitsText = ({ billMinimumAmount, billCapAmount }: BillLimits): string =>
  [
    ...(billMinimumAmount === undefined ? [] : [`最低 ${rmbText(billMinimumAmount)}`]),
    ...(billCapAmount === undefined ? [] : [`最高 ${rmbText(billCapAmount)}`]),
  ].join('、');

/**
 * What the bill would come to if the chosen lines came to what is claimed: within its minimum and cap, so that it may change by less than the
 * lines, or not at all.
 *
 * @source R10.4, billing.md, feedback
 */
export const ClaimEffect = ({ bill, standing, claimed }: ClaimEffectProps): JSX.Element => {
  const { limits } = bill;
  const after = claimed === null ? null : billAfter({ bill, standing, claimed });
  return (
    <>
      {after === null ? null : (
        <span className={css.effect}>
          平台同意后，账单由 <Amount text={rmbText(bill.amount)} /> 变为 <Amount text={rmbText(after.amount)} />
          {after.change === 0 ? '（不变）' : `（${differenceText({ claimed: after.amount, standing: bill.amount })}）`}
        </span>
      )}
      {limits === undefined ? null : (
        <span className={classNames(css.effect, css.mut)}>
          按计费规则，每张账单{limitsText(limits)}
          {after?.isBounded === true ? '：账单的变化因此与所选明细的相差不同。' : '，所选明细变化时仍然适用。'}
        </span>
      )}
    </>
  );
};
