import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The ways to close a modal besides its own buttons. */
export type ModalExit = {
  onClose: () => void;
  /** Esc and the system's back gesture; on by default. */
  closeOnEscape?: boolean;
  /** A click that was pressed and released outside; on by default. */
  closeOnBackdrop?: boolean;
};

/** Attributes of a `<dialog>` that opens when it is mounted and restores the focus when it is unmounted. */
export type ModalLink = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: { preventDefault: () => void; target: EventTarget; currentTarget: EventTarget }) => void;
  onClose: (event: { currentTarget: HTMLDialogElement }) => void;
  onPointerDown: (event: { target: EventTarget; currentTarget: EventTarget }) => void;
  onClick: (event: { target: EventTarget; currentTarget: EventTarget }) => void;
};

/** Shows a native dialog as a modal while its component is mounted. */
export function useModal({ onClose, closeOnEscape = true, closeOnBackdrop = true }: ModalExit): ModalLink {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // Without it browsers let a second Esc through even if the cancel event was prevented.
    if (!closeOnEscape) dialog?.setAttribute('closedby', 'none');
    if (dialog && !dialog.open) dialog.showModal();
    // React calls `focus()` for `autoFocus` while the dialog is still hidden, where browsers ignore it; `showModal` then focuses the close button.
    dialog?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [closeOnEscape]);
  return {
    ref,
    onCancel(event) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      if (closeOnEscape) onClose();
    },
    onClose(event) {
      if (!event.currentTarget.open) onClose();
    },
    onPointerDown(event) {
      isPressed.current = event.target === event.currentTarget;
    },
    // Not before the click: a tap that closes at once would click the element below.
    onClick(event) {
      if (closeOnBackdrop && isPressed.current && event.target === event.currentTarget) onClose();
    },
  };
}
