import type { JSX, ReactNode } from 'react';
import { Button } from '../widgets/button/button.tsx';
import { Carousel } from '../widgets/carousel/carousel.tsx';
import css from './hero-slides.module.css';
import { safeLink } from './safe-link.ts';

/** A slide of the home page, as the wire has it. */
export type HeroSlide = {
  id: string;
  title: string;
  subtitle: string;
  imageUrl: string;
  link?: string | null | undefined;
  theme?: string | undefined;
};

/** The slides; `extra` appears under the first one's button. */
export type HeroSlidesProps = {
  slides: readonly HeroSlide[];
  actionText?: string;
  extra?: ReactNode;
  everyMs?: number;
  /** Where the first picture is the largest visible element it is fetched before the others, after the words: pages behind a login have the same document. */
  pictureFirst?: boolean;
};

/** The head of the home page: title, sentence and picture; it rotates by itself and pauses under the pointer or focus. */
export function HeroSlides({
  slides,
  actionText = '了解详情',
  extra,
  everyMs = 6000,
  pictureFirst = false,
}: HeroSlidesProps): JSX.Element {
  return (
    <div className={css.hero}>
      <Carousel
        className={css.carousel}
        label="首页推荐"
        everyMs={everyMs}
        slides={slides.map((slide, place) => {
          const Heading = place === 0 ? 'h1' : 'h2';
          const link = safeLink(slide.link);
          return (
            <div key={slide.id} className={css.slide}>
              <div className={css.inner}>
                <div className={css.words}>
                  <Heading className={css.title}>{slide.title}</Heading>
                  <p className={css.lead}>{slide.subtitle}</p>
                  <div className={css.row}>
                    {link ? (
                      <Button variant="primary" {...link} aria-label={`${actionText}：${slide.title}`}>
                        {actionText}
                      </Button>
                    ) : null}
                    {place === 0 ? extra : null}
                  </div>
                </div>
                <img
                  className={css.image}
                  src={slide.imageUrl}
                  alt=""
                  width="1040"
                  height="640"
                  fetchPriority={pictureFirst && place === 0 ? 'high' : 'low'}
                  loading="lazy"
                  decoding="async"
                />
              </div>
            </div>
          );
        })}
      />
    </div>
  );
}
