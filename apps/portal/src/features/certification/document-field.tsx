import { CallError, errorText } from '@ronghui/client';
import { type FileKind, fileKinds, fileNameFault } from '@ronghui/domain/file-kind';
import { Button, FormField, TextInput } from '@ronghui/ui';
import { type JSX, useCallback, useState } from 'react';
import css from './certification.module.css';
import { uploadDocument, useDocument } from './certification-queries.ts';

/** @source R5.7 */
const maxBytes = 20 * 1024 * 1024;
/** How long the address of a picture outlives it. @unit ms */
const keptMs = 10_000;

interface DocumentProps {
  readonly label: string;
  readonly hint: string;
  readonly kinds: readonly FileKind[];
  readonly fileId: string;
  readonly field: { readonly id: string; readonly error: string | undefined };
  readonly onStored: (fileId: string) => void;
}

const reasonOf = (error: unknown): string => {
  const told = error instanceof CallError ? error.fields[0]?.message : undefined;
  return told ?? errorText('file.upload', error);
};

/** A document that is uploaded as soon as it is chosen, and looked at before it is sent in. @source R5.7, R10.8 */
export const DocumentField = ({ label, hint, kinds, fileId, field, onStored }: DocumentProps): JSX.Element => {
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const wrong = fileNameFault(file.name, file.size, { kinds, maxBytes });
    setFault(wrong);
    if (wrong !== undefined) return;
    setBusy(file.name);
    try {
      onStored(await uploadDocument(file));
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className={css.document}>
      <FormField inline label={label} hint={hint} id={field.id} error={fault ?? field.error}>
        <TextInput
          type="file"
          className={css.chooser}
          prefix={fileId === '' ? '选择文件' : '重新选择'}
          accept={kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',')}
          disabled={busy !== undefined}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void take(file);
            event.target.value = '';
          }}
        />
      </FormField>
      <div role="status">
        {busy === undefined ? null : (
          <p className={css.busy}>
            正在上传 {busy}
            <progress aria-label={`正在上传${label}`} />
          </p>
        )}
      </div>
      {fileId !== '' && busy === undefined ? <Preview key={fileId} label={label} fileId={fileId} /> : null}
    </div>
  );
};

/** A picture as large as it is a press away; its address lives as long as it is in the page. */
const Picture = ({ label, blob }: { label: string; blob: Blob }): JSX.Element => {
  const show = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (link === null) return;
      const address = URL.createObjectURL(blob);
      link.href = address;
      link.querySelector('img')?.setAttribute('src', address);
      // A picture that leaves the page before it was drawn is still being read.
      return () => void setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    [blob],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- its address is made when it stands in the page
    <a ref={show} target="_blank" rel="noreferrer" aria-label={`放大查看${label}`}>
      <img className={css.picture} alt={`已上传的${label}`} />
    </a>
  );
};

/** The document as it is stored. */
export const Preview = ({ label, fileId }: { label: string; fileId: string }): JSX.Element => {
  const { data, error, refetch } = useDocument(fileId);
  if (error !== null && error !== undefined && data === undefined) {
    return (
      <div className={css.preview}>
        {label}已上传，预览没有取到。
        <Button size="small" variant="ghost" onClick={() => void refetch()}>
          重试
        </Button>
      </div>
    );
  }
  const isPicture = data?.blob.type.startsWith('image/') === true;
  return (
    <figure className={css.preview}>
      {isPicture ? <Picture label={label} blob={data.blob} /> : <span className={css.place} aria-hidden="true" />}
      <figcaption>{data === undefined ? '已上传' : data.fileName}</figcaption>
    </figure>
  );
};
