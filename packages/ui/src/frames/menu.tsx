import { type FocusEvent, type JSX, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { ChevronDownIcon } from '../widgets/icon/frame-icons.tsx';
import css from './menu.module.css';

/** Goes somewhere (`href`) or does something (`onSelect`). */
export type MenuItem =
  | { label: string; href: string; onSelect?: undefined }
  | { label: string; onSelect: () => void; href?: undefined };

/** A short list of places under a button, such as the user's menu. */
export type MenuProps = { label: ReactNode; items: readonly MenuItem[]; heading?: ReactNode };

/** On native `<details>`: works before scripts run; closes by Esc (focus returns), by a choice and when the focus leaves. */
export function Menu({ label, items, heading }: MenuProps): JSX.Element {
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
  function follow(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('a, button')) close();
  }
  return (
    <details ref={ref} className={css.menu} onKeyDown={key} onBlur={leave}>
      <summary className={css.open}>
        {label}
        <ChevronDownIcon size={16} />
      </summary>
      <div className={css.list} tabIndex={-1} onClick={follow}>
        {heading ? <div className={css.heading}>{heading}</div> : null}
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              {item.href === undefined ? (
                <button type="button" className={css.item} onClick={item.onSelect}>
                  {item.label}
                </button>
              ) : (
                <a className={css.item} href={item.href}>
                  {item.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
