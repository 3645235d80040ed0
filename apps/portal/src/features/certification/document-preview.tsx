import { CallError } from '@ronghui/client';
import { Button } from '@ronghui/ui';
import { type JSX, type ReactNode, useCallback } from 'react';
import { useStoredFile } from '#features/file/file.shared.ts';
import css from './certification.module.css';

/** How long the object URL of a document is kept after its link is removed. @unit ms */
const keptMs = 10_000;

interface ShownProps {
  /** The accessible name of the link, where its content is no name. */
  readonly label?: string;
  readonly blob: Blob;
  readonly children: ReactNode;
}

/**
 * A link to the document in a new tab; its object URL lives as long as the link. The page's policy forbids documents in frames, so a PDF
 * can only be viewed there.
 */
const DocumentLink = ({ label, blob, children }: ShownProps): JSX.Element => {
  const show = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (link === null) return;
      const address = URL.createObjectURL(blob);
      link.href = address;
      link.querySelector('img')?.setAttribute('src', address);
      // The new tab may still be reading the document when the link is removed.
      return () => void setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    [blob],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- its address is set when it is mounted
    <a ref={show} target="_blank" rel="noreferrer" aria-label={label}>
      {children}
    </a>
  );
};

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`
    : `${(bytes / 1024 / 1024).toFixed(1)}\u00a0MB`;

/** The stored document: a picture as a thumbnail, a PDF with its name and size, both with a link to the document. @source R5.7, R10.8 */
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
        <DocumentLink blob={blob}>
          <span className={css.paper}>
            <strong aria-hidden="true">PDF</strong>
            <span>打开查看{label}</span>
          </span>
        </DocumentLink>
        <span className={css.name}>
          {fileName}，{sizeText(blob.size)}
        </span>
      </div>
    );
  }
  return (
    <figure className={css.preview}>
      <DocumentLink label={`放大查看${label}`} blob={blob}>
        <img className={css.picture} alt={`已上传的${label}`} />
      </DocumentLink>
      <figcaption className={css.name}>{fileName}</figcaption>
    </figure>
  );
};
