import { type DialogHTMLAttributes, type JSX, type RefObject, useRef } from 'react';
import { useEvent } from './use-event.ts';
import { usePageEffect } from './use-page-effect.ts';

interface DialogBoxProps extends DialogHTMLAttributes<HTMLDialogElement> {
  dialog: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** Whether it is modal; otherwise it floats beside the page. */
  isModal: boolean;
  /** Whether it floats in the browser's top layer, where there is one; a modal one always does. */
  topLayer?: boolean;
  /** Called, when modal, for Escape and for a click that was pressed and released outside. */
  onDismiss: () => void;
}

/**
 * A native dialog that follows a flag and is shown again if anything else closed it. The initial focus is on the
 * element with `data-autofocus`, otherwise on the dialog; on closing, the browser restores it.
 */
export function DialogBox({
  dialog,
  open,
  isModal,
  topLayer = false,
  onDismiss,
  className,
  ...rest
}: DialogBoxProps): JSX.Element {
  const dismiss = useEvent(onDismiss);
  const isPressed = useRef(false);
  usePageEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    // browsers let a second Escape through even if the cancel event was prevented, so the key is handled here
    const isPopover = topLayer && !isModal && typeof element.showPopover === 'function';
    const { activeElement } = document;
    const show = (closed?: Event): void => {
      if (element.open) return;
      if (isModal) element.showModal();
      else if (isPopover) {
        element.setAttribute('popover', 'manual');
        element.showPopover();
      } else element.show();
      const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? element;
      wanted.focus({ preventScroll: true });
      if (closed) dismiss();
    };
    show();
    element.addEventListener('close', show);
    return () => {
      element.removeEventListener('close', show);
      if (isPopover) {
        const hasFocus = element.contains(document.activeElement);
        element.removeAttribute('popover');
        // a popover that nothing closes but its page does not give the focus back by itself
        if (hasFocus && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
      } else element.close();
    };
  }, [dialog, open, isModal, topLayer, dismiss]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native modal
    <dialog
      {...rest}
      ref={dialog}
      className={`ck ${className}`}
      tabIndex={-1}
      onCancel={(event) => {
        rest.onCancel?.(event);
        event.preventDefault();
        // a close that cannot be prevented is followed by its close event
        if (event.target === event.currentTarget && event.cancelable) onDismiss();
      }}
      onPointerDown={(event) => {
        rest.onPointerDown?.(event);
        isPressed.current = event.target === event.currentTarget;
      }}
      // not before the click: a tap that closes at once would click the element below
      onClick={(event) => {
        rest.onClick?.(event);
        if (isModal && isPressed.current && event.target === event.currentTarget) onDismiss();
      }}
    />
  );
}
