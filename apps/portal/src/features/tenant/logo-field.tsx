import { logoEdgePixels } from '@ronghui/domain/company/logo';
import { BlobPicture, Button, FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import type { JSX } from 'react';
import { useFileUpload, useStoredFile } from '#features/file/file.shared.ts';
import { withContact } from '#kernel/contact-link.tsx';
import css from './logo-field.module.css';

const kinds = ['png', 'jpeg'] as const;

interface LogoProps {
  readonly label: string;
  /** The id of the logo's file; empty without one. */
  readonly fileId: string;
  readonly field: { readonly id: string; readonly error: string | undefined };
  readonly onChange: (fileId: string) => void;
}

/** The field of the company's logo: uploads it when it is selected, shows it, and sets or removes it when the form is saved. @source R10.7, R5.7 */
export const LogoField = ({ label, fileId, field, onChange }: LogoProps): JSX.Element => {
  const { running, fault, upload } = useFileUpload({ name: field.id, kinds, onStored: onChange });
  const isSeen = fileId !== '' && running === undefined;
  return (
    <div className={css.field}>
      <FormField
        inline
        label={label}
        hint={`PNG 或 JPEG，宽和高不超过 ${logoEdgePixels} 像素，显示在商户名称旁`}
        id={field.id}
        error={withContact(fault ?? field.error)}
      >
        <FileInput
          text={fileId === '' ? '选择图片' : '更换图片'}
          accept={endingsOf(kinds)}
          disabled={running !== undefined}
          onChoose={([file]) => file && void upload(file)}
        />
      </FormField>
      {running === undefined ? null : (
        <div className={css.state}>
          <UploadBar label={label} percent={running.percent} onCancel={running.cancel} />
        </div>
      )}
      <div role="status" className={css.state}>
        {isSeen ? <Chosen key={fileId} label={label} fileId={fileId} /> : null}
        {isSeen ? (
          <Button size="small" variant="ghost" onClick={() => onChange('')}>
            移除{label}
          </Button>
        ) : null}
      </div>
    </div>
  );
};

const Chosen = ({ label, fileId }: { label: string; fileId: string }): JSX.Element => {
  const { data, error, refetch } = useStoredFile(fileId);
  if (data !== undefined) return <BlobPicture blob={data.blob} alt={label} className={css.picture} />;
  if (error === null) return <span className={css.picture} aria-hidden="true" />;
  return (
    <>
      图片没有取到。
      <Button size="small" onClick={() => void refetch()}>
        重试
      </Button>
    </>
  );
};
