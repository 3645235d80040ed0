import { Button, DownloadIcon } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { saveStoredFile } from '#kernel/stored-file.ts';
import { showError } from '#kernel/toasts.ts';
import css from './order-drawer.module.css';
import type { OrderDetail } from './order-list-queries.ts';

/** The files of a proof, to look at again. @source R10.2, R5.7 */
export const VoucherFiles = ({ files }: Pick<OrderDetail['vouchers'][number], 'files'>): JSX.Element => (
  <ul className={css.files} aria-label="凭证文件">
    {files.map(({ fileId, name }) => (
      <li key={fileId}>
        <VoucherFile fileId={fileId} name={name} />
      </li>
    ))}
  </ul>
);

const VoucherFile = ({ fileId, name }: OrderDetail['vouchers'][number]['files'][number]): JSX.Element => {
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
