import { type DialogHTMLAttributes, type JSX, type RefObject, useLayoutEffect } from 'react';
import './theme.css';

interface DialogBoxProps extends DialogHTMLAttributes<HTMLDialogElement> {
  ref: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** Whether it stands above the page and takes it over; otherwise it stands beside it. */
  isModal: boolean;
  /** Called for the Escape key and, when modal, a click beside it. */
  onDismiss: () => void;
}

/**
 * A native dialog that follows a flag. The focus goes to the element that asks for it with `data-autofocus`, otherwise to
 * the dialog itself; at closing the browser gives it back to where it was.
 */
export function DialogBox({ ref, open, isModal, onDismiss, className, ...rest }: DialogBoxProps): JSX.Element {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!open || element === null) return;
    if (isModal) element.showModal();
    else element.show();
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? element;
    wanted.focus({ preventScroll: true });
    return () => element.close();
  }, [ref, open, isModal]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes a window as it does a native modal
    <dialog
      {...rest}
      ref={ref}
      className={`ck ${className}`}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onDismiss();
      }}
      onKeyDown={(event) => {
        const { target, currentTarget, nativeEvent } = event;
        if (event.key !== 'Escape' || isModal || event.defaultPrevented || nativeEvent.isComposing) return;
        // what stands in a dialog inside this one is that one's
        if (!(target instanceof Element) || target.closest('dialog') !== currentTarget) return;
        event.preventDefault();
        onDismiss();
      }}
      onClick={(event) => {
        if (isModal && event.target === event.currentTarget) onDismiss();
      }}
    />
  );
}
