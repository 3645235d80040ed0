import { CallError } from '@ronghui/client';
import { Button } from '@ronghui/ui';
import { type JSX, type ReactNode, useCallback } from 'react';
import { useStoredFile } from '#features/file/file.shared.ts';
import css from './certification.module.css';

/** How long the address of a document outlives it. @unit ms */
const keptMs = 10_000;

interface ShownProps {
  /** Where the content does not say what it leads to. */
  readonly label?: string;
  readonly blob: Blob;
  readonly children: ReactNode;
}

/**
 * The way to the whole document, in a tab of its own; its address lives as long as it is in the page. The page's policy lets no document
 * stand in a frame, so a PDF is looked at there alone.
 */
const Opened = ({ label, blob, children }: ShownProps): JSX.Element => {
  const show = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (link === null) return;
      const address = URL.createObjectURL(blob);
      link.href = address;
      link.querySelector('img')?.setAttribute('src', address);
      // What leaves the page before it was drawn is still being read.
      return () => void setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    [blob],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- its address is made when it stands in the page
    <a ref={show} target="_blank" rel="noreferrer" aria-label={label}>
      {children}
    </a>
  );
};

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The document as it is stored: a picture in small, a PDF by its name and size, either in full a press away. @source R5.7, R10.8 */
export const Preview = ({ label, fileId }: { label: string; fileId: string }): JSX.Element => {
  const { data, error, refetch } = useStoredFile(fileId);
  if (error !== null && error !== undefined && data === undefined) {
    const isChecked = !(error instanceof CallError && error.errCode === 'RHFI002');
    return (
      <div className={css.preview}>
        {isChecked ? `${label}已上传，预览没有取到。` : `${label}已上传，正在安全检查，通过之后可以预览。`}
        <Button size="small" variant="ghost" onClick={() => void refetch()}>
          重试
        </Button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <figure className={css.preview}>
        <span className={css.place} aria-hidden="true" />
        <figcaption className={css.name}>已上传</figcaption>
      </figure>
    );
  }
  const { blob, fileName } = data;
  if (!blob.type.startsWith('image/')) {
    return (
      <div className={css.preview}>
        <Opened blob={blob}>
          <span className={css.paper}>
            <strong aria-hidden="true">PDF</strong>
            <span>打开查看{label}</span>
          </span>
        </Opened>
        <span className={css.name}>
          {fileName}，{sizeText(blob.size)}
        </span>
      </div>
    );
  }
  return (
    <figure className={css.preview}>
      <Opened label={`放大查看${label}`} blob={blob}>
        <img className={css.picture} alt={`已上传的${label}`} />
      </Opened>
      <figcaption className={css.name}>{fileName}</figcaption>
    </figure>
  );
};
