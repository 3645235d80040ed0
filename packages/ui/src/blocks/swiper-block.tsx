import type { JSX } from 'react';
import { Carousel } from '../widgets/carousel/carousel.tsx';
import { safeLink } from './safe-link.ts';
import css from './swiper-block.module.css';

/** A carousel of pictures. */
export type SwiperData = {
  template: 'template_swiper';
  items: readonly { imageUrl: string; imageAlt: string; title?: string | undefined; link?: string | undefined }[];
};

/** A carousel that does not rotate by itself. */
export function SwiperBlock({ block, label = '图片轮播' }: { block: SwiperData; label?: string }): JSX.Element {
  const slides = block.items.map((item) => {
    const link = safeLink(item.link);
    const picture = (
      <>
        <img
          className={css.image}
          src={item.imageUrl}
          alt={item.imageAlt}
          width="1200"
          height="514"
          loading="lazy"
          decoding="async"
        />
        {item.title ? <span className={css.title}>{item.title}</span> : null}
      </>
    );
    return link ? (
      <a key={item.imageUrl} {...link} className={css.slide}>
        {picture}
      </a>
    ) : (
      <div key={item.imageUrl} className={css.slide}>
        {picture}
      </div>
    );
  });
  return <Carousel label={label} slides={slides} />;
}
