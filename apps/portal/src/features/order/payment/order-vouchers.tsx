import { DateTime, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import { StoredFiles } from '#features/file/file.shared.ts';
import css from '../order-drawer.module.css';
import type { OrderDetail } from '../order-queries.ts';

type Voucher = OrderDetail['vouchers'][number];

const voucherTags: Readonly<Record<Voucher['status'], { readonly name: string; readonly tone: Tone }>> = {
  waiting: { name: '审核中', tone: 'info' },
  accepted: { name: '已核对', tone: 'ok' },
  returned: { name: '已退回', tone: 'bad' },
  replaced: { name: '已替换', tone: 'neutral' },
};

/** The vouchers of an order, the newest first. @source R10.2 */
export const OrderVouchers = ({ vouchers }: Pick<OrderDetail, 'vouchers'>): JSX.Element => (
  <ul className={css.vouchers} aria-label="付款凭证">
    {vouchers.map((voucher) => (
      <VoucherRow key={voucher.voucherId} voucher={voucher} />
    ))}
  </ul>
);

const VoucherRow = ({ voucher }: { voucher: Voucher }): JSX.Element => {
  const { name, tone } = voucherTags[voucher.status];
  return (
    <li className={css.voucher}>
      <span>
        {voucher.payerName}，<DateTime value={voucher.paidAt} precision="date" /> 付款
      </span>
      <Tag tone={tone}>{name}</Tag>
      <StoredFiles files={voucher.files} />
      {voucher.reason === null ? null : <p className={css.reason}>退回原因：{voucher.reason}</p>}
    </li>
  );
};
