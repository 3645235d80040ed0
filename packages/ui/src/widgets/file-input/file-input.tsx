import type { JSX } from 'react';
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx';
import css from './file-input.module.css';

/** Everything of a file's `input`; what it says is ours, for the browser's own words are in the browser's language. */
export type FileInputProps = Omit<
  TextInputProps,
  'type' | 'prefix' | 'suffix' | 'className' | 'onChange' | 'onValueChange'
> & {
  /** What stands on it: 选择文件. */
  words: string;
  /** Told what was chosen; the same file may be chosen again. */
  onFiles: (files: readonly File[]) => void;
};

/** Chooses files; all of it can be pressed, and files can be dropped on it. Tied to the `FormField` around it. */
export function FileInput({ words, onFiles, ...rest }: FileInputProps): JSX.Element {
  return (
    <TextInput
      {...rest}
      type="file"
      className={css.chooser}
      prefix={words}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
