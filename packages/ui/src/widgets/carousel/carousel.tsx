import { type JSX, type ReactNode, useCallback, useRef, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { ChevronLeftIcon } from '../icon/frame-icons.tsx';
import { ChevronRightIcon, PauseIcon } from '../icon/icon.tsx';
import { PlayIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import css from './carousel.module.css';
import { useRotation } from './use-rotation.ts';

/** Slides, one visible at a time. */
export type CarouselProps = {
  /** The accessible name of the carousel. */
  label: string;
  slides: readonly ReactNode[];
  /** Milliseconds between slides; 0 (the default) never rotates. */
  everyMs?: number;
  className?: string | undefined;
};

/**
 * Slides that scroll and snap: swiped by finger, moved by buttons and dots, and rotating by themselves only while the
 * pointer and the focus are outside and the tab is visible. All slides are in the first markup.
 */
export function Carousel({ label, slides, everyMs = 0, className }: CarouselProps): JSX.Element {
  const root = useRef<HTMLElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const count = slides.length;
  const go = useCallback(
    (place: number) => {
      const element = track.current;
      element?.scrollTo({ left: ((place + count) % count) * element.clientWidth });
    },
    [count],
  );
  const advance = useCallback(() => {
    const element = track.current;
    if (element) go(Math.round(element.scrollLeft / element.clientWidth) + 1);
  }, [go]);
  const rotation = useRotation(root, count > 1 ? everyMs : 0, advance);
  return (
    <section ref={root} className={classNames(css.carousel, className)} aria-roledescription="轮播" aria-label={label}>
      <ul
        ref={track}
        className={css.track}
        // Scrollable by keyboard too, even if no slide has a link.
        tabIndex={0}
        aria-live={rotation.playing ? 'off' : 'polite'}
        onScroll={(event) => setAt(Math.round(event.currentTarget.scrollLeft / (event.currentTarget.clientWidth || 1)))}
      >
        {slides.map((slide, place) => (
          <li
            key={place}
            className={css.slide}
            aria-roledescription="幻灯片"
            aria-label={`第 ${place + 1} 张，共 ${count} 张`}
            inert={place !== at}
          >
            {slide}
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <div className={css.controls}>
          <IconButton size="small" label="上一张" icon={<ChevronLeftIcon />} onClick={() => go(at - 1)} />
          {slides.map((_, place) => (
            <button
              key={place}
              type="button"
              className={css.dot}
              aria-label={`第 ${place + 1} 张`}
              aria-current={place === at || undefined}
              onClick={() => go(place)}
            />
          ))}
          <IconButton size="small" label="下一张" icon={<ChevronRightIcon />} onClick={() => go(at + 1)} />
          {everyMs > 0 ? (
            <IconButton
              size="small"
              label={rotation.stopped ? '继续播放' : '停止播放'}
              icon={rotation.stopped ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
              onClick={rotation.toggle}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
