import { type JSX, useId, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { EyeIcon, EyeOffIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx';
import css from './password-input.module.css';

/** How strong a password is: a level for the bars, and the same in words. */
export type PasswordStrength = { level: 0 | 1 | 2 | 3; text: string };

/** A password box; paste and password managers work, and the text is shown on demand. */
export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
  strength?: PasswordStrength | undefined;
};

/** A password with a button that shows it and, for a new one, its strength in words. */
export function PasswordInput({ strength, ...rest }: PasswordInputProps): JSX.Element {
  const [shown, setShown] = useState(false);
  const wordsId = useId();
  return (
    <>
      <TextInput
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        suffix={
          <IconButton
            size="small"
            className={css.eye}
            label={shown ? '隐藏密码' : '显示密码'}
            icon={shown ? <EyeOffIcon /> : <EyeIcon />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      {strength ? (
        <div className={classNames(css.strength, css[`level${strength.level}`])} aria-live="polite" id={wordsId}>
          <span className={css.bars} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {strength.text}
        </div>
      ) : null}
    </>
  );
}
