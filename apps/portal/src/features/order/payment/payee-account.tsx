import { type Fen, yuanText } from '@ronghui/domain/money';
import { Callout, CopyButton, Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import { ContactLink } from '#kernel/contact-link.tsx';
import css from './payee-account.module.css';

/** 1404.00, as a bank's form takes it. */
export const plainAmount = (amount: Fen): string => yuanText(amount, { grouping: false });

interface PayeeAccountProps {
  readonly payee: { readonly name: string; readonly bank: string; readonly accountNo: string } | null;
  /** The number by which the payment is recognised. */
  readonly reference: string;
  readonly amount: Fen;
}

/** The account to pay to, each part to be copied. @source R10.2, R10.3 */
export const PayeeAccount = ({ payee, reference, amount }: PayeeAccountProps): JSX.Element => {
  const copied = (text: string, label: string) => (
    <span className={css.copied}>
      {text} <CopyButton text={text} label={`复制${label}`} />
    </span>
  );
  if (payee === null)
    return (
      <Callout tone="bad">
        收款账户尚未公布，请
        <ContactLink />
        ，不要向其他账户付款。
      </Callout>
    );
  const rows = [
    ['收款户名', payee.name],
    ['账号', payee.accountNo],
    ['开户行', payee.bank],
    ['转账附言', reference],
  ] as const;
  const whole = [...rows, ['金额', `${plainAmount(amount)} 元`] as const].map((row) => row.join('：')).join('\n');
  return (
    <div className={css.account}>
      <Facts
        items={rows.map(([label, value]) => ({
          label,
          value: copied(value, label === '转账附言' ? '附言' : label),
        }))}
      />
      <div>
        <CopyButton text={whole} label="复制全部付款信息" showLabel />
      </div>
      <p className={css.remark}>
        收款账户只以这里显示的为准。有人通知“账户已变更”，请不要付款并
        <ContactLink />。
      </p>
    </div>
  );
};
