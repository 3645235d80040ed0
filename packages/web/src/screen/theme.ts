import { makeStore } from '../state/store.ts';

/** Light, dark, or the device's setting. */
export type Theme = 'light' | 'dark' | 'system';

const key = 'theme';

const stored = (): Theme => {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
};

/** The theme that the visitor chose; the document's inline script applies it before the first paint. */
export const themeStore = makeStore<Theme>('system');

/** Reads the stored theme. */
export const restoreTheme = (): void => themeStore.set(stored());

/** Sets a theme and stores it on this device. */
export const chooseTheme = (theme: Theme): void => {
  themeStore.set(theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without a storage the theme lasts for this visit.
  }
};
