import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, DateTime, Facts, Tag, type Tone } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { firstView, StoredDocument } from '#features/file/file.shared.ts';
import css from './order.module.css';
import { type OrderDetail, useVoucherFile } from './order-queries.ts';

type Voucher = OrderDetail['vouchers'][number];

const names: Readonly<Record<Voucher['status'], string>> = {
  waiting: '待核对',
  accepted: '核对无误',
  returned: '已退回',
  replaced: '已被替换',
};
const tones: Readonly<Record<Voucher['status'], Tone>> = {
  waiting: 'warn',
  accepted: 'ok',
  returned: 'bad',
  replaced: 'neutral',
};

const VoucherFile = ({ orderNo, file }: { orderNo: string; file: Voucher['files'][number] }): JSX.Element => {
  const [view, setView] = useState(firstView);
  const fetched = useVoucherFile(orderNo, file.fileId);
  return <StoredDocument label="付款凭证" name={file.name} file={fetched} view={view} onView={setView} />;
};

/** A voucher beside what is to be paid; one that was decided on shows its files when they are asked for. */
const OneVoucher = ({ order, voucher }: { order: OrderDetail; voucher: Voucher }): JSX.Element => {
  const [isShown, setShown] = useState(voucher.status === 'waiting');
  return (
    <li className={css.voucher}>
      <div className={css.sides}>
        <Facts
          items={[
            { label: '凭证', value: <Tag tone={tones[voucher.status]}>{names[voucher.status]}</Tag> },
            { label: providerDirectionNames.payable, value: <Amount text={rmbText(order.totalAmount)} /> },
            { label: '付款方', value: voucher.payerName },
            { label: '商户', value: order.tenantName },
            { label: '付款时间', value: <DateTime value={voucher.paidAt} /> },
            { label: '提交时间', value: <DateTime value={voucher.sentAt} /> },
            { label: '收款账户', value: order.payee === null ? '' : `${order.payee.name} ${order.payee.accountNo}` },
            { label: '退回原因', value: voucher.reason },
          ]}
        />
        <div className={css.files}>
          {isShown ? (
            voucher.files.map((file) => <VoucherFile key={file.fileId} orderNo={order.orderNo} file={file} />)
          ) : (
            <Button size="small" onClick={() => setShown(true)}>
              查看凭证
            </Button>
          )}
        </div>
      </div>
    </li>
  );
};

/** The payment vouchers of an order, newest first. @source R11.5 */
export const OrderVouchers = ({ order }: { order: OrderDetail }): JSX.Element | null =>
  order.vouchers.length === 0 ? null : (
    <section aria-label="付款凭证">
      <h3 className={css.title}>付款凭证</h3>
      <ul className={css.list}>
        {order.vouchers.map((voucher) => (
          <OneVoucher key={`${voucher.voucherId} ${voucher.status}`} order={order} voucher={voucher} />
        ))}
      </ul>
    </section>
  );
