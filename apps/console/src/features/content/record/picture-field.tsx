import { FileInput, FormField, UploadBar } from '@ronghui/ui';
import { endingsOf } from '@ronghui/web/files/chosen-file';
import { useUpload } from '@ronghui/web/files/upload';
import type { JSX } from 'react';
import css from '../content.module.css';
import { uploadPicture } from '../content-queries.ts';
import { uploadName } from './upload-name.ts';

const kinds = ['png', 'jpeg'] as const;
/** @unit megabytes of 1024 × 1024; the server takes 2,000,000 bytes */
const megabytes = 1.9;

interface PictureFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The address of the picture; empty for none. */
  readonly value: string;
  readonly onValueChange: (url: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/** A picture: shown as it is, and replaced by one that is uploaded and examined. @source R11.3, security 4.8 */
export const PictureField = ({
  label,
  hint,
  value,
  onValueChange,
  error,
  required = false,
}: PictureFieldProps): JSX.Element => {
  const { running, fault, upload } = useUpload({
    name: uploadName(label, value),
    kinds,
    megabytes,
    store: async (file, options) => (await uploadPicture({ file, ...options })).url,
    onStored: onValueChange,
  });
  return (
    <div className={css.picture}>
      {value === '' ? (
        <span className={css.none}>没有图片</span>
      ) : (
        <img className={css.thumb} src={value} alt={label} loading="lazy" />
      )}
      <div className={css.stack}>
        <FormField
          label={label}
          hint={`${hint}，PNG 或 JPEG，不超过 1.9\u00a0MB`}
          required={required}
          error={fault ?? error}
        >
          <FileInput
            text={value === '' ? '上传图片' : '更换图片'}
            accept={endingsOf(kinds)}
            disabled={running !== undefined}
            onChoose={([file]) => file && void upload(file)}
          />
        </FormField>
        {running === undefined ? null : (
          <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
        )}
      </div>
    </div>
  );
};
