import type { JSX } from 'react';
import { TextInput } from '../text-input/text-input.tsx';
import css from './file-input.module.css';

/** What is chosen is handed over and forgotten, so that the same file can be chosen again. */
export type FileInputProps = {
  /** What stands on it: 选择文件. */
  text: string;
  /** Endings, such as `.png,.jpg`. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onChoose: (files: readonly File[]) => void;
};

/** Chooses files, in our words; tied to the `FormField` around it. */
export function FileInput({ text, accept, multiple = false, disabled = false, onChoose }: FileInputProps): JSX.Element {
  return (
    <TextInput
      type="file"
      className={css.chooser}
      prefix={text}
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        if (files.length > 0) onChoose(files);
        event.target.value = '';
      }}
    />
  );
}
