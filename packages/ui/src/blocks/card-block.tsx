import type { JSX } from 'react';
import css from './card-block.module.css';
import { safeLink } from './safe-link.ts';

/** Cards side by side. */
export type CardData = {
  template: 'template_card';
  title?: string | undefined;
  items: readonly { iconUrl?: string | undefined; title: string; text: string; link?: string | undefined }[];
};

/** Cards side by side, as many per row as fit. */
export function CardBlock({ block, level = 2 }: { block: CardData; level?: 2 | 3 }): JSX.Element {
  const Heading = `h${level}` as const;
  const ItemHeading = `h${block.title ? level + 1 : level}` as 'h2' | 'h3' | 'h4';
  return (
    <section>
      {block.title ? <Heading className={css.title}>{block.title}</Heading> : null}
      <ul className={css.grid}>
        {block.items.map((item, place) => {
          const link = safeLink(item.link);
          return (
            // Two cards may have the same title, above all while they are written.
            <li key={place} className={css.card}>
              {item.iconUrl ? (
                <img
                  className={css.icon}
                  src={item.iconUrl}
                  alt=""
                  width="44"
                  height="44"
                  loading="lazy"
                  decoding="async"
                />
              ) : null}
              <ItemHeading className={css.name}>
                {link ? (
                  <a {...link} className={css.link}>
                    {item.title}
                  </a>
                ) : (
                  item.title
                )}
              </ItemHeading>
              <p className={css.text}>{item.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
