import type { FileKind } from '@ronghui/domain/file-kind';
import { FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import type { JSX } from 'react';
import { useFileUpload } from '#features/file/file.shared.ts';
import css from './certification.module.css';
import { Preview } from './document-preview.tsx';

interface DocumentProps {
  readonly label: string;
  readonly hint: string;
  readonly kinds: readonly FileKind[];
  readonly fileId: string;
  readonly field: { readonly id: string; readonly error: string | undefined };
  readonly onStored: (fileId: string) => void;
}

/** A document that is uploaded as soon as it is chosen, and looked at before it is sent in. @source R5.7, R10.8 */
export const DocumentField = ({ label, hint, kinds, fileId, field, onStored }: DocumentProps): JSX.Element => {
  const { going, fault, take } = useFileUpload(kinds, onStored);
  return (
    <div className={css.document}>
      <FormField inline label={label} hint={hint} id={field.id} error={fault ?? field.error}>
        <FileInput
          text={fileId === '' ? '选择文件' : '重新选择'}
          accept={endingsOf(kinds)}
          disabled={going !== undefined}
          onChoose={([file]) => file && void take(file)}
        />
      </FormField>
      <div role="status">{going === undefined ? null : `正在上传 ${going.name}`}</div>
      {going === undefined ? null : (
        <div className={css.busy}>
          <UploadBar label={label} percent={going.percent} onCancel={going.cancel} />
        </div>
      )}
      {fileId !== '' && going === undefined ? <Preview key={fileId} label={label} fileId={fileId} /> : null}
    </div>
  );
};
