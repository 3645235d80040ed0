import { type JSX, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Drawer } from '../drawer/drawer.tsx';
import css from './date-panel.module.css';

/** The popup of a calendar. */
export type DatePanelProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
};

/** As narrow as a phone. */
const isNarrow = (): boolean => matchMedia('(max-width: 760px)').matches;

/** A popover at the field that opens it (class `open` of `date-panel.module.css`), a bottom sheet on a phone. Mounted while it is open. */
export function DatePanel(props: DatePanelProps): JSX.Element {
  const [narrow] = useState(isNarrow);
  return narrow ? (
    <Drawer open title={props.title} onClose={props.onClose}>
      {props.children}
    </Drawer>
  ) : (
    <Popover {...props} />
  );
}

/** A native popover: a click outside and Esc close it, but not the dialog around it. */
function Popover({ title, onClose, children }: DatePanelProps): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    panel?.showPopover?.();
    return () => {
      const focused = document.activeElement;
      const isFocusLost = focused === document.body || panel?.contains(focused);
      if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  }
  return (
    <div
      ref={ref}
      popover="auto"
      role="dialog"
      aria-label={title}
      className={css.popover}
      onKeyDown={key}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {children}
    </div>
  );
}
