import type { JSX } from 'react';
import { classNames } from '../class-names.ts';
import { MoreLink } from '../widgets/more-link/more-link.tsx';
import css from './media-block.module.css';
import { safeLink } from './safe-link.ts';

/** A picture above, left or right of a text. */
export type MediaData = {
  template: 'template_upDown' | 'template_leftText' | 'template_rightText';
  title: string;
  text: string;
  imageUrl: string;
  imageAlt: string;
  link?: string | undefined;
};

/** A picture with a title and a text, stacked, or side by side where there is room. Line breaks of the text are kept. */
export function MediaBlock({ block, level = 2 }: { block: MediaData; level?: 2 | 3 }): JSX.Element {
  const Heading = `h${level}` as const;
  const link = safeLink(block.link);
  return (
    <section className={classNames(css.media, css[block.template.slice(9)])}>
      <div className={css.words}>
        <Heading className={css.title}>{block.title}</Heading>
        <p className={css.text}>{block.text}</p>
        {link ? (
          <MoreLink {...link} className={css.more} aria-label={`了解更多：${block.title}`}>
            了解更多
          </MoreLink>
        ) : null}
      </div>
      <div className={css.frame}>
        <img
          className={css.image}
          src={block.imageUrl}
          alt={block.imageAlt}
          width="960"
          height="600"
          loading="lazy"
          decoding="async"
        />
      </div>
    </section>
  );
}
