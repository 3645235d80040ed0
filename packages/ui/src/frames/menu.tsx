import type { JSX, ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import css from './menu.module.css';

/** Opens a page (`href`) or runs an action (`onSelect`); `current` marks the active one. */
export type MenuItem =
  | { label: string; href: string; onSelect?: undefined; current?: boolean }
  | { label: string; onSelect: () => void; href?: undefined; current?: boolean };

/** A short list of entries under a button, such as the user's menu. */
export type MenuProps = { label: ReactNode; items: readonly MenuItem[]; heading?: ReactNode };

/** Closes by a selection, by Esc and when the focus leaves. */
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
