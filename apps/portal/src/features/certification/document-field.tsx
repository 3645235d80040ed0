import type { FileKind } from '@ronghui/domain/file-kind';
import { FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import type { JSX } from 'react';
import { useFileUpload } from '#features/file/file.shared.ts';
import { withContact } from '#kernel/contact-link.tsx';
import css from './certification.module.css';
import { Preview } from './document-preview.tsx';

interface DocumentProps {
  readonly label: string;
  readonly hint: string;
  readonly kinds: readonly FileKind[];
  readonly fileId: string;
  readonly field: { readonly id: string; readonly error: string | undefined };
  /** True where it is kept although the step is no longer shown. */
  readonly onStored: (fileId: string) => true;
}

/** The field of a document, which is uploaded as soon as it is selected and can be viewed before it is submitted. @source R5.7, R10.8 */
export const DocumentField = ({ label, hint, kinds, fileId, field, onStored }: DocumentProps): JSX.Element => {
  const { running, fault, upload } = useFileUpload({ name: field.id, kinds, onStored });
  return (
    <div className={css.document}>
      <FormField inline label={label} hint={hint} id={field.id} error={withContact(fault ?? field.error)}>
        <FileInput
          text={fileId === '' ? '选择文件' : '重新选择'}
          accept={endingsOf(kinds)}
          disabled={running !== undefined}
          onChoose={([file]) => file && void upload(file)}
        />
      </FormField>
      <div role="status">{running === undefined ? null : `正在上传 ${running.name}`}</div>
      {running === undefined ? null : (
        <div className={css.busy}>
          <UploadBar label={label} percent={running.percent} onCancel={running.cancel} />
        </div>
      )}
      {fileId !== '' && running === undefined ? <Preview key={fileId} label={label} fileId={fileId} /> : null}
    </div>
  );
};
