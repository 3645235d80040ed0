import { singleKeysStore } from '@ronghui/web/state/single-keys';
import { makeStore } from '@ronghui/web/state/store';
import { useEffect } from 'react';

/** Whether the palette is open. */
export const paletteStore = makeStore<boolean>(false);

/** The first field of the list's filter. */
const listSearch = '#main [role="search"] input:not([type="hidden"])';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

const isPlain = ({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean => !metaKey && !ctrlKey && !altKey;

/** `⌘K` or Ctrl+K opens the palette; `/` focuses the search of a list, where single keys are on. @source ux "Console" */
export const useShortcuts = (): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        paletteStore.set(true);
      } else if (isPlain(event) && event.key === '/' && singleKeysStore.get() && !isTyping(event.target)) {
        const field = document.querySelector<HTMLInputElement>(listSearch);
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
