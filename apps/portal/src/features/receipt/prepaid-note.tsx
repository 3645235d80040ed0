import { compareSums, noFen, rmbText } from '@ronghui/domain/money';
import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './prepaid-note.module.css';
import { useUnapplied } from './receipt-queries.ts';

/** The unapplied money of the tenant (预收款), beside its bills and never netted with them; nothing where there is none, or before what stands above is there (`after`). @source R15.3, receipts 1.2 */
export const PrepaidNote = ({ after = true }: { readonly after?: boolean }): JSX.Element | null => {
  const unapplied = useUnapplied();
  if (!after || unapplied === undefined || unapplied.items.length === 0) return null;
  const { count, amount, inCheckAmount, items } = unapplied;
  return (
    <div className={css.note}>
      <Callout>
        {compareSums(amount, noFen) > 0 ? (
          <p>
            预收款 {rmbText(amount)}（{count}
            &nbsp;笔）：已到账、还没有抵付账单的款项，不在账单的合计之内；账单确认之后由平台认款抵付。
          </p>
        ) : null}
        {compareSums(inCheckAmount, noFen) > 0 ? (
          <p>另有 {rmbText(inCheckAmount)} 是撤销的付款，平台正在核对它的归属。</p>
        ) : null}
        <ul aria-label="预收款">
          {items.map(({ receiptNo, receivedOn, serial, unappliedAmount, inCheck }) => (
            <li key={receiptNo}>
              {receivedOn} 到账，未抵付 {rmbText(unappliedAmount)}
              {serial === undefined ? '' : `，流水号 ${serial}`}
              {inCheck ? '（核对中）' : ''}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
};
