import { chooseTheme, type Theme, themeStore } from '@ronghui/web/screen/theme';
import type { JSX } from 'react';
import css from './theme-switch.module.css';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'system', label: '跟随系统' },
];

/** Selects light, dark, or the device's setting. */
export const ThemeSwitch = (): JSX.Element => {
  const chosen = themeStore.use();
  return (
    <span className={css.switch} role="group" aria-label="外观">
      {themes.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={css.option}
          aria-pressed={chosen === value}
          onClick={() => chooseTheme(value)}
        >
          {label}
        </button>
      ))}
    </span>
  );
};
