import type { JSX, ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import css from './menu.module.css';

/** Goes somewhere (`href`) or does something (`onSelect`); `current` marks the one that holds. */
export type MenuItem =
  | { label: string; href: string; onSelect?: undefined; current?: boolean }
  | { label: string; onSelect: () => void; href?: undefined; current?: boolean };

/** A short list of places under a button, such as the user's menu. */
export type MenuProps = { label: ReactNode; items: readonly MenuItem[]; heading?: ReactNode };

/** Closes by a choice, by Esc and when the focus leaves. */
export function Menu({ label, items, heading }: MenuProps): JSX.Element {
  return (
    <Disclosure label={label} closeOnPress>
      {heading ? <div className={css.heading}>{heading}</div> : null}
      <ul>
        {items.map((item, place) => (
          <li key={`${item.label} ${place}`}>
            {item.href === undefined ? (
              <button
                type="button"
                className={css.item}
                onClick={item.onSelect}
                aria-current={item.current || undefined}
              >
                {item.label}
              </button>
            ) : (
              <a className={css.item} href={item.href} aria-current={item.current || undefined}>
                {item.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
