import { FormField, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';

interface SoundFieldProps {
  /** The address of the sound; empty for none. */
  readonly value: string;
  readonly onValueChange: (url: string) => void;
  readonly error: string | undefined;
}

/** A sound: played as it is, and named by its address. Sounds come with the content files. */
export const SoundField = ({ value, onValueChange, error }: SoundFieldProps): JSX.Element => (
  <div className={css.stack}>
    <FormField label="音频地址" hint="以内容文件导入的音频，如 /media/….mp3" required error={error}>
      <TextInput value={value} onValueChange={onValueChange} maxLength={60} />
    </FormField>
  </div>
);
