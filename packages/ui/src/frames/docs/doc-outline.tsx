import type { JSX } from 'react';
import css from './doc-outline.module.css';

/** A heading of the page; `href` is the address of its anchor, which is part of the hash after the route. */
export type OutlineItem = { id: string; level: number; text: string; href: string; current?: boolean };

/** The headings of a document. */
export function DocOutline({
  items,
  onPress,
}: {
  items: readonly OutlineItem[];
  /** Called on every click, even when the address does not change. */
  onPress?: (id: string) => void;
}): JSX.Element {
  return (
    <nav aria-label="本页内容" className={css.outline}>
      <p className={css.title}>本页内容</p>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={item.level > 2 ? css.deep : undefined}>
            <a
              className={css.link}
              href={item.href}
              aria-current={item.current ? 'location' : undefined}
              onClick={() => onPress?.(item.id)}
            >
              {item.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
