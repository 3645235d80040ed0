import type { JSX } from 'react';
import css from './theme-switch.module.css';

/** Light, dark, or the device's setting. */
type Theme = 'light' | 'dark' | 'system';

/** The chosen theme and what a choice does. */
export type ThemeSwitchProps = { value: Theme; onValueChange: (theme: Theme) => void };

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'system', label: '跟随系统' },
];

/** Selects light, dark, or the device's setting. */
export function ThemeSwitch({ value: chosen, onValueChange }: ThemeSwitchProps): JSX.Element {
  return (
    <span className={css.switch} role="group" aria-label="外观">
      {themes.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={css.option}
          aria-pressed={chosen === value}
          onClick={() => onValueChange(value)}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
