import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, CopyButton, DateTime, DownloadIcon, Facts, Tag, type Tone } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { saveStoredFile } from '#features/file/file.shared.ts';
import css from './order-drawer.module.css';
import type { OrderDetail } from './order-queries.ts';
import { VoucherForm } from './voucher-form.tsx';

type Voucher = OrderDetail['vouchers'][number];

const voucherTags: Readonly<Record<Voucher['status'], { readonly name: string; readonly tone: Tone }>> = {
  waiting: { name: '核对中', tone: 'info' },
  accepted: { name: '已核对', tone: 'ok' },
  returned: { name: '已退回', tone: 'bad' },
  replaced: { name: '已替换', tone: 'neutral' },
};

interface PaymentProps {
  readonly order: OrderDetail;
  readonly mayWrite: boolean;
  /** The order is on hold, so there is no account to pay to and no voucher is accepted. */
  readonly isOnHold: boolean;
}

/** The account to pay to, the due date, and the vouchers. @source R10.2 */
export const OrderPayment = ({ order, mayWrite, isOnHold }: PaymentProps): JSX.Element | null => {
  const { status, vouchers } = order;
  const isOpen = status === 'pendingPayment' && !isOnHold;
  if (!isOpen && vouchers.length === 0) return null;
  return (
    <section className={css.section}>
      <h3 className={css.title}>付款</h3>
      {isOpen ? <Payee order={order} /> : null}
      {vouchers.length > 0 ? (
        <ul className={css.vouchers} aria-label="付款凭证">
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.voucherId} voucher={voucher} />
          ))}
        </ul>
      ) : null}
      {isOpen && mayWrite ? <VoucherForm order={order} /> : null}
      {isOpen && !mayWrite ? <p className={css.remark}>上传凭证由主账号或财务办理。</p> : null}
    </section>
  );
};

const Payee = ({ order: { payee, payBy, totalAmount, orderNo, vouchers } }: { order: OrderDetail }): JSX.Element => {
  const isSent = vouchers.some((voucher) => voucher.status === 'waiting');
  const copied = (text: string, label: string) => (
    <span className={css.copied}>
      {text} <CopyButton text={text} label={`复制${label}`} />
    </span>
  );
  return (
    <>
      <Callout tone={isSent ? 'info' : 'warn'}>
        {isSent ? (
          '凭证已提交，我们核对到账之后进入待开通。'
        ) : (
          <>
            请在 <DateTime value={payBy} /> 之前转账 {rmbText(totalAmount)} 并上传凭证；逾期未付，订单自动取消。
          </>
        )}
      </Callout>
      {payee === null ? (
        <Callout tone="bad">收款账户尚未公布，请联系我们，不要向其他账户付款。</Callout>
      ) : (
        <Facts
          items={[
            { label: '收款户名', value: copied(payee.name, '收款户名') },
            { label: '开户行', value: copied(payee.bank, '开户行') },
            { label: '账号', value: copied(payee.accountNo, '账号') },
            { label: '转账附言', value: copied(orderNo, '附言') },
          ]}
        />
      )}
      <p className={css.remark}>收款账户只以这里显示的为准。有人通知“账户已变更”，请不要付款并联系我们。</p>
    </>
  );
};

const VoucherRow = ({ voucher }: { voucher: Voucher }): JSX.Element => {
  const { name, tone } = voucherTags[voucher.status];
  return (
    <li className={css.voucher}>
      <span>
        {voucher.payerName}，<DateTime value={voucher.paidAt} precision="date" /> 付款
      </span>
      <Tag tone={tone}>{name}</Tag>
      <VoucherFiles files={voucher.files} />
      {voucher.reason === null ? null : <p className={css.reason}>退回原因：{voucher.reason}</p>}
    </li>
  );
};

/** The files of a voucher, to download. @source R10.2, R5.7 */
const VoucherFiles = ({ files }: Pick<Voucher, 'files'>): JSX.Element => (
  <ul className={css.files} aria-label="凭证文件">
    {files.map(({ fileId, name }) => (
      <li key={fileId}>
        <VoucherFile fileId={fileId} name={name} />
      </li>
    ))}
  </ul>
);

const VoucherFile = ({ fileId, name }: Voucher['files'][number]): JSX.Element => {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveStoredFile(fileId);
    } catch (error) {
      showError('file.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      variant="ghost"
      icon={<DownloadIcon size={16} />}
      loading={isBusy}
      aria-label={`下载 ${name}`}
      onClick={() => void save()}
    >
      <span className={css.fileName}>{name}</span>
    </Button>
  );
};
