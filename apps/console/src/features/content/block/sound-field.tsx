import { FileInput, FormField, UploadBar } from '@ronghui/ui';
import { useUpload } from '@ronghui/web/files/upload';
import type { JSX } from 'react';
import css from '../content.module.css';
import { uploadPicture } from '../content-queries.ts';
import { uploadName } from '../record/upload-name.ts';

interface SoundFieldProps {
  /** The address of the sound; empty for none. */
  readonly value: string;
  readonly onValueChange: (url: string) => void;
  readonly error: string | undefined;
}

/** What the server takes. @unit bytes */
const mostBytes = 2_000_000;

/** The fault of a chosen sound by its name and size, shown early; the server checks its bytes. */
const soundFault = ({ name, size }: File): string | undefined => {
  if (!/\.(?:mp3|m4a)$/i.test(name)) return '请选择 MP3 或 M4A 音频';
  return size > mostBytes ? '音频不能超过 1.9\u00a0MB' : undefined;
};

/** A sound: played as it is, and replaced by one that is uploaded. @source R2.8, R11.3, security 4.8 */
export const SoundField = ({ value, onValueChange, error }: SoundFieldProps): JSX.Element => {
  const { running, fault, upload } = useUpload({
    name: uploadName('音频', value),
    kinds: [],
    faultOf: soundFault,
    store: async (file, options) => (await uploadPicture({ file, ...options })).url,
    onStored: onValueChange,
  });
  return (
    <div className={css.stack}>
      {value === '' ? (
        <span className={css.none}>没有音频</span>
      ) : (
        // The transcript is a field of its own, shown beside the player in the portal.
        <audio controls preload="none" src={value} aria-label="试听音频" />
      )}
      <FormField label="音频" hint="MP3 或 M4A，不超过 1.9\u00a0MB" required error={fault ?? error}>
        <FileInput
          text={value === '' ? '上传音频' : '更换音频'}
          accept=".mp3,.m4a"
          disabled={running !== undefined}
          onChoose={([file]) => file && void upload(file)}
        />
      </FormField>
      {running === undefined ? null : (
        <UploadBar label={running.name} percent={running.percent} onCancel={running.cancel} />
      )}
    </div>
  );
};
