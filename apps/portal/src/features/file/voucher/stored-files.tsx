import { Button, DownloadIcon } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { saveStoredFile } from '../file-queries.ts';
import css from './voucher-files.module.css';
import type { StoredFile } from './voucher-files.tsx';

/** The files of a voucher, to download. @source R10.2, R10.3, R5.7 */
export const StoredFiles = ({ files }: { files: readonly StoredFile[] }): JSX.Element => (
  <ul className={css.links} aria-label="凭证文件">
    {files.map(({ fileId, name }) => (
      <li key={fileId}>
        <FileLink fileId={fileId} name={name} />
      </li>
    ))}
  </ul>
);

const FileLink = ({ fileId, name }: StoredFile): JSX.Element => {
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
      <span className={css.name}>{name}</span>
    </Button>
  );
};
