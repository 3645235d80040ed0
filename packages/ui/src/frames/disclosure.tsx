import { type FocusEvent, type JSX, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronDownIcon } from '../widgets/icon/frame-icons.tsx';
import css from './menu.module.css';

/** A small panel under the button that opens it. */
export type DisclosureProps = {
  label: ReactNode;
  /** A click on any link or button inside closes it. */
  closeOnPress?: boolean;
  /** Styles the button as a small framed one. */
  framed?: boolean;
  children: ReactNode;
};

/** Built on native `<details>`: works before scripts run; closes by Esc (focus returns), by a selection and when the focus leaves. */
export function Disclosure({ label, closeOnPress = false, framed = false, children }: DisclosureProps): JSX.Element {
  const ref = useRef<HTMLDetailsElement>(null);
  function close(): void {
    if (ref.current) ref.current.open = false;
  }
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !ref.current?.open) return;
    close();
    ref.current.querySelector('summary')?.focus();
  }
  function leave(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }
  function press(event: { target: EventTarget }): void {
    if (closeOnPress && event.target instanceof Element && event.target.closest('a, button')) close();
  }
  return (
    <details ref={ref} className={css.menu} onKeyDown={key} onBlur={leave}>
      <summary className={classNames(css.open, framed && css.framed)}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      <div className={css.list} tabIndex={-1} onClick={press}>
        {children}
      </div>
    </details>
  );
}
