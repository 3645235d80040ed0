import { Button, DateTime, DownloadIcon, Tag, type Tone } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { saveStoredFile } from '#features/file/file.shared.ts';
import css from './order-drawer.module.css';
import type { OrderDetail } from './order-queries.ts';

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
