import { type RefObject } from 'react';
import { createWindowStack } from '../headless/window/window-stack.ts';
import { usePageEffect } from './use-page-effect.ts';

const isPopover = (element: HTMLElement): boolean => element.hasAttribute('popover');

/** Each shown window's order is a variable of its style, so that a page can set a z-index of its own. */
const stack = /* @__PURE__ */ createWindowStack<HTMLElement>((element, order) =>
  element.style.setProperty('--_order', String(order)),
);

/** Moves an element of the top layer above the others; the focus and the scroll positions stay. */
function toTopOfLayer(element: HTMLElement): void {
  const { activeElement } = document;
  element.hidePopover();
  element.showPopover();
  if (activeElement instanceof HTMLElement && element.contains(activeElement)) {
    activeElement.focus({ preventScroll: true });
  }
}

/** Puts a window above the others when it is shown; the returned function does so again. */
export function useRaised(dialog: RefObject<HTMLElement | null>, isActive: boolean): () => void {
  usePageEffect(() => {
    const element = dialog.current;
    if (!isActive || !element) return;
    stack.add(element);
    return () => stack.remove(element);
  }, [dialog, isActive]);
  return () => {
    const element = dialog.current;
    if (isActive && element && stack.raise(element) && isPopover(element)) toTopOfLayer(element);
  };
}
