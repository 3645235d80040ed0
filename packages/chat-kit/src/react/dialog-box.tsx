import { type DialogHTMLAttributes, type JSX, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import './theme.css';

interface DialogBoxProps extends DialogHTMLAttributes<HTMLDialogElement> {
  ref: RefObject<HTMLDialogElement | null>;
  open: boolean;
  /** Whether it stands above the page and takes it over; otherwise it stands beside it. */
  isModal: boolean;
  /** Called, when modal, for the Escape key and a click beside it that was pressed there too. */
  onDismiss: () => void;
}

/**
 * A native dialog that follows a flag, and is shown again when anything else has closed it. The focus goes to the element
 * that asks for it with `data-autofocus`, otherwise to the dialog itself; at closing the browser gives it back to where it was.
 */
export function DialogBox({ ref, open, isModal, onDismiss, className, ...rest }: DialogBoxProps): JSX.Element {
  const dismiss = useEffectEvent(onDismiss);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!open || !element) return;
    // browsers let a second Escape through whatever the cancel event was told: then it is asked for here
    const show = (closed?: Event): void => {
      if (element.open) return;
      if (isModal) element.showModal();
      else element.show();
      const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? element;
      wanted.focus({ preventScroll: true });
      if (closed) dismiss();
    };
    show();
    element.onclose = show;
    return () => {
      element.onclose = null;
      element.close();
    };
  }, [ref, open, isModal]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native modal
    <dialog
      {...rest}
      ref={ref}
      className={`ck ${className}`}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        // what cannot be held up is followed by its close
        if (event.target === event.currentTarget && event.cancelable) onDismiss();
      }}
      onPointerDown={(event) => {
        isPressed.current = event.target === event.currentTarget;
      }}
      // not before the click: a tap that closes at once would press what lies beneath
      onClick={(event) => {
        if (isModal && isPressed.current && event.target === event.currentTarget) onDismiss();
      }}
    />
  );
}
