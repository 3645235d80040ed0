import { makeStore } from '@ronghui/web/state/store';
import { useEffect } from 'react';
import { usePlainKeys } from '#kernel/plain-keys.ts';

/** Whether the palette is open. */
export const paletteStore = makeStore<boolean>(false);

/** Whether the help on keys is open. */
export const keysHelpStore = makeStore<boolean>(false);

/** The first field of the list's filter. */
const listSearch = '#main [role="search"] input:not([type="hidden"])';

const stepOf = ({ key }: KeyboardEvent): (() => void) | undefined => {
  if (key === '?') return () => keysHelpStore.set(true);
  const field = key === '/' ? document.querySelector<HTMLInputElement>(listSearch) : null;
  return field === null
    ? undefined
    : () => {
        field.focus();
        field.select();
      };
};

/** `⌘K` or Ctrl+K opens the palette; where single keys are on, `/` focuses the search of a list and `?` says what the keys do. @source ux "Console" */
export const useShortcuts = (isReady: boolean): void => {
  usePlainKeys({ stepOf: (event) => (isReady ? stepOf(event) : undefined) });
  useEffect(() => {
    // Before the login and its steps there is nowhere to go to, and a palette must not wait for its end.
    if (!isReady) return;
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      paletteStore.set(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isReady]);
};
