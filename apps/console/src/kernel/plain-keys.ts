import { singleKeysStore } from '@ronghui/web/state/single-keys';
import { useEffect, useRef } from 'react';

/** What one types into. A picture scrolls by its own arrows. */
const typedInto = 'input, textarea, select, [contenteditable]';

/** Whether what is in front of the page is the dialog that the keys belong to, or no dialog where they belong to the page. */
const isInFront = (own: Element | null): boolean => {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  return dialogs.every((dialog) => dialog === own) && (own === null || dialogs.length > 0);
};

interface PlainKeys {
  /** The step that a key takes now; a key without one does nothing. */
  readonly stepOf: (event: KeyboardEvent) => (() => void) | undefined;
  /** The dialog that the keys belong to; null where they belong to the page. */
  readonly dialog?: () => Element | null;
}

/**
 * Keys without a modifier, where they are switched on: never while one types, nor while a question stands in front.
 *
 * @source ux "Console", WCAG 2.1.4
 */
export const usePlainKeys = (keys: PlainKeys): void => {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (!singleKeysStore.get() || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      if (event.defaultPrevented || (target instanceof Element && target.closest(typedInto) !== null)) return;
      if (!isInFront(now.current.dialog?.() ?? null)) return;
      const step = now.current.stepOf(event);
      if (step === undefined) return;
      event.preventDefault();
      step();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
};
