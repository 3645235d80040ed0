import { type JSX, useState } from 'react';
import { FormField } from '../form-field/form-field.tsx';
import { CheckIcon, PlayIcon, RefreshIcon } from '../icon/widget-icons.tsx';
import { TextInput } from '../text-input/text-input.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import css from './image-code-field.module.css';

/** The player is loaded on first use. */
async function playRecording(source: string): Promise<void> {
  const player = await import('./play-recording.ts');
  await player.playRecording(source);
}

/** Four characters to read from a picture or to hear. The caller fetches and checks the code. */
export type ImageCodeFieldProps = {
  /** The control's id. */
  id: string;
  kind: 'image' | 'audio';
  status: 'loading' | 'ready' | 'failed' | 'passed';
  /** The picture or the recording as a data URL. */
  source: string;
  value: string;
  onValueChange: (value: string) => void;
  error?: string | null | undefined;
  /** Requests another code; with a kind, in that form. */
  onRenew: (kind?: 'image' | 'audio') => void;
  onFocus?: () => void;
  /** Plays a recording; default the browser's audio. */
  play?: (source: string) => Promise<void>;
};

/**
 * The image code with its picture, 换一张, and the spoken form for those who cannot see it.
 *
 * @source R5.3
 */
export function ImageCodeField(props: ImageCodeFieldProps): JSX.Element {
  const { id, kind, status, value, onValueChange, error, onRenew, onFocus } = props;
  const isSpoken = kind === 'audio';
  if (status === 'passed') {
    return (
      <p role="status" className={css.passed}>
        <CheckIcon size={16} />
        图形验证码已通过
      </p>
    );
  }
  return (
    <div className={css.field}>
      <FormField
        id={id}
        label={isSpoken ? '语音验证码' : '图形验证码'}
        required
        error={error}
        hint={isSpoken ? '请戴上耳机或调低音量，听到的字母不分大小写' : undefined}
        aside={
          <button type="button" className={css.link} onClick={() => onRenew(isSpoken ? 'image' : 'audio')}>
            {isSpoken ? '看图片' : '看不清？听语音'}
          </button>
        }
      >
        <div className={css.row}>
          <TextInput
            name="imageCode"
            className={css.input}
            value={value}
            onValueChange={onValueChange}
            onFocus={onFocus}
            maxLength={8}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            placeholder="4 位字符"
          />
          {isSpoken ? <Recording {...props} /> : <Picture {...props} />}
        </div>
      </FormField>
    </div>
  );
}

function Picture({ status, source, onRenew }: ImageCodeFieldProps): JSX.Element {
  return (
    <button type="button" className={css.picture} onClick={() => onRenew()} title="换一张">
      {status === 'ready' ? (
        <img src={source} alt="图形验证码" width="132" height="44" />
      ) : (
        <span className={css.words}>{status === 'loading' ? '正在获取' : '没有取到'}</span>
      )}
      <span className={css.renew}>
        <RefreshIcon size={20} />
        <VisuallyHidden>换一张</VisuallyHidden>
      </span>
    </button>
  );
}

function Recording({ status, source, onRenew, play = playRecording }: ImageCodeFieldProps): JSX.Element {
  const [isPlaying, setIsPlaying] = useState(false);
  async function start(): Promise<void> {
    if (status === 'failed') return onRenew('audio');
    if (status !== 'ready' || isPlaying) return;
    setIsPlaying(true);
    try {
      await play(source);
    } finally {
      setIsPlaying(false);
    }
  }
  const text = isPlaying ? '正在播放' : '播放';
  return (
    <>
      <button type="button" className={css.play} onClick={() => void start()} aria-busy={isPlaying || undefined}>
        <PlayIcon size={16} />
        {{ loading: '正在获取', failed: '重新获取', ready: text, passed: text }[status]}
      </button>
      <button type="button" className={css.again} title="换一段" aria-label="换一段" onClick={() => onRenew('audio')}>
        <RefreshIcon size={20} />
      </button>
    </>
  );
}
