import { type JSX, useState } from 'react';
import { Button } from '../button/button.tsx';
import { PlayIcon } from '../icon/widget-icons.tsx';
import css from './audio-player.module.css';

/** A recording with its transcript. */
export type AudioPlayerProps = { title: string; src: string; coverUrl?: string | undefined; transcript: string };

/**
 * Nothing is fetched before the button is pressed; the browser's player then replaces it, in the same size (its
 * controls shift while they load, so they are not rendered from the start). The transcript is always readable.
 */
export function AudioPlayer({ title, src, coverUrl, transcript }: AudioPlayerProps): JSX.Element {
  const [wanted, setWanted] = useState(false);
  return (
    <figure className={css.player}>
      {coverUrl ? (
        <img className={css.cover} src={coverUrl} alt="" width="120" height="120" loading="lazy" decoding="async" />
      ) : null}
      <div className={css.body}>
        <figcaption className={css.title}>{title}</figcaption>
        {wanted ? (
          <audio
            ref={(player) => player?.focus()}
            className={css.audio}
            controls
            autoPlay
            src={src}
            aria-label={title}
          />
        ) : (
          <Button icon={<PlayIcon size={16} />} onClick={() => setWanted(true)} aria-label={`播放录音：${title}`}>
            播放录音
          </Button>
        )}
        <details className={css.words}>
          <summary>文字稿</summary>
          <p>{transcript}</p>
        </details>
      </div>
    </figure>
  );
}
