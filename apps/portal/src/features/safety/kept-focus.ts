import { type FocusEventHandler, type RefObject, useEffect, useRef } from 'react';

/** Attributes of an element that keeps the focus when what has it in there goes. */
interface KeptFocus<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>;
  readonly tabIndex: -1;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/**
 * Keeps the focus in an element whose controls take each other's place as `state` changes: where the one that had it is gone or disabled,
 * the first one that can be pressed has it, otherwise the element itself.
 *
 * @source ux "Always"
 */
export const useKeptFocus = <Element extends HTMLElement>(state: string): KeptFocus<Element> => {
  const ref = useRef<Element>(null);
  const had = useRef(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !had.current) return;
    const focused = document.activeElement;
    const isKept = element.contains(focused) && focused !== element && !focused?.hasAttribute('disabled');
    if (isKept) return;
    const control = element.querySelector<HTMLElement>('button:not([disabled]), a[href]');
    (control ?? element).focus({ preventScroll: true });
  }, [state]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      had.current = true;
    },
    // An element that is removed by a rendering tells nothing of it, so this is a focus that went elsewhere.
    onBlur: ({ currentTarget, target, relatedTarget }) => {
      const isDisabled = target.hasAttribute('disabled');
      if (!isDisabled && !currentTarget.contains(relatedTarget)) had.current = false;
    },
  };
};
