import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog as a window beside the page or, as a sheet, above it. The focus goes to the element that asks for it
 * with `data-autofocus`, otherwise to the dialog itself; at closing it goes back to where it was.
 */
export function usePopupOpen(dialog: RefObject<HTMLDialogElement | null>, open: boolean, isSheet: boolean): void {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // in the effect and not in its clean-up, after which the view library puts the focus where it was
    if (!open) {
      close(element, opener.current);
      return;
    }
    const isTurned = element.open;
    if (isTurned) element.close();
    else opener.current = document.activeElement;
    if (isSheet) element.showModal();
    else element.show();
    if (isTurned && element.contains(document.activeElement)) return;
    const wanted = element.querySelector('[data-autofocus]');
    (wanted instanceof HTMLElement ? wanted : element).focus({ preventScroll: true });
  }, [dialog, open, isSheet]);
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element !== null) close(element, opener.current);
    };
  }, [dialog]);
}

/** Closes a dialog and gives the focus back, if it was inside. */
function close(element: HTMLDialogElement, opener: Element | null): void {
  if (!element.open) return;
  const isInside = element.contains(document.activeElement);
  element.close();
  if (isInside && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}
