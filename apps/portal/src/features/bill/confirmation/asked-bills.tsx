import { rmbText } from '@ronghui/domain/money';
import { Amount } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import type { AskedBill } from './batch-steps.ts';
import css from './confirmation.module.css';

/** So few are listed at once; more are unfolded. */
const fewBills = 5;

/** The bills of a step one by one, each with the amount that it is taken for. @source R10.3, ux "Anything irreversible" */
export const AskedBills = ({ bills }: { bills: readonly AskedBill[] }): JSX.Element => {
  const [isOpen, setOpen] = useState(bills.length <= fewBills);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.unfold}>逐张核对金额</summary>
      {isOpen ? (
        // Focusable, so that its end is reached by keyboard.
        <ul className={css.asked} aria-label="要办理的账单" tabIndex={0}>
          {bills.map(({ billNo, amount, stageName, productName }) => (
            <li key={billNo} className={css.askedRow}>
              <span>
                {billNo}
                {stageName === undefined ? null : (
                  <span className={css.about}>
                    {stageName} {productName}
                  </span>
                )}
              </span>
              <Amount text={rmbText(amount)} />
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
};
