import { type RefObject, useLayoutEffect } from 'react';

/** Keeps a native modal in step with a flag: the focus goes in at opening and back where it was at closing. */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  open: boolean,
  first?: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    if (!element.open) element.showModal();
    first?.current?.focus();
    return () => element.close();
  }, [dialog, open, first]);
}
