import { type JSX, useId, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { EyeIcon, EyeOffIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx';
import css from './password-input.module.css';

/** A password's strength: a level for the bars, and its label. */
export type PasswordStrength = { level: 0 | 1 | 2 | 3; text: string };

/** A password field; paste and password managers work, and the text can be revealed. */
export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
  strength?: PasswordStrength | undefined;
};

/** A password field with a reveal button and, for a new password, its strength. */
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
