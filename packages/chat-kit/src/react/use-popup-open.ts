import { type RefObject, useLayoutEffect } from 'react';

/**
 * Opens a dialog as a window beside the page or, as a sheet, above it. The focus goes to the element that asks for it
 * with `data-autofocus`, otherwise to the dialog itself; at closing the browser gives it back to where it was.
 */
export function usePopupOpen(dialog: RefObject<HTMLDialogElement | null>, open: boolean, isSheet: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    const before = document.activeElement;
    if (isSheet) element.showModal();
    else element.show();
    const wanted = element.querySelector('[data-autofocus]');
    (wanted instanceof HTMLElement ? wanted : element).focus({ preventScroll: true });
    return () => {
      const isInside = element.contains(document.activeElement);
      element.close();
      if (isInside && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog, open, isSheet]);
}
