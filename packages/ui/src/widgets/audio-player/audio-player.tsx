import type { JSX } from 'react';
import css from './audio-player.module.css';

/** A recording with its words. */
export type AudioPlayerProps = { title: string; src: string; coverUrl?: string | undefined; transcript: string };

/** The browser's own player; nothing is fetched before it is pressed, and the words are there to read. */
export function AudioPlayer({ title, src, coverUrl, transcript }: AudioPlayerProps): JSX.Element {
  return (
    <figure className={css.player}>
      {coverUrl ? (
        <img className={css.cover} src={coverUrl} alt="" width="120" height="120" loading="lazy" decoding="async" />
      ) : null}
      <div className={css.body}>
        <figcaption className={css.title}>{title}</figcaption>
        <audio className={css.audio} controls preload="none" src={src} aria-label={title}>
          <a href={src}>下载音频</a>
        </audio>
        <details className={css.words}>
          <summary>文字稿</summary>
          <p>{transcript}</p>
        </details>
      </div>
    </figure>
  );
}
