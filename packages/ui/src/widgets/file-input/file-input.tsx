import type { JSX } from 'react';
import { TextInput } from '../text-input/text-input.tsx';
import css from './file-input.module.css';

/** The chosen files are passed on and the control is cleared, so that the same file can be chosen again. */
export type FileInputProps = {
  /** The button's label: 选择文件. */
  text: string;
  /** Accepted extensions, such as `.png,.jpg`. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Opens the camera of a phone in place of its files. */
  capture?: 'environment';
  onChoose: (files: readonly File[]) => void;
};

/** A file chooser with our own label; tied to the surrounding `FormField`. */
export function FileInput({
  text,
  accept,
  multiple = false,
  disabled = false,
  capture,
  onChoose,
}: FileInputProps): JSX.Element {
  return (
    <TextInput
      type="file"
      className={css.chooser}
      prefix={text}
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      {...(capture && { capture })}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        if (files.length > 0) onChoose(files);
        event.target.value = '';
      }}
    />
  );
}
