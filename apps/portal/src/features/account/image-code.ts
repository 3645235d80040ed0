import { CallError, errorText } from '@ronghui/client';
import { showError } from '@ronghui/web/screen/toasts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { generateImageCode, verifyImageCode } from './account-queries.ts';

/** The form of the code: a picture, or a recording for users who cannot see it. @source R5.3 */
export type ImageCodeKind = 'image' | 'audio';

/** The image code of a form. */
export interface ImageCode {
  readonly kind: ImageCodeKind;
  /** `passed`: there is a ticket, so no code is needed. */
  readonly status: 'loading' | 'ready' | 'failed' | 'passed';
  /** The picture or the recording as a data URL; empty while there is none. */
  readonly source: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValueChange: (value: string) => void;
  /** Fetches another code, as a picture or a recording. */
  readonly onRenew: (kind?: ImageCodeKind) => void;
  /** For the focus of the field: replaces a code that is about to expire. */
  readonly onFocus: () => void;
  /** Whether a code was typed; marks the field when not. */
  readonly isFilled: () => boolean;
  /** Exchanges the typed code for a ticket, once; undefined when that failed, and the field shows why. */
  readonly ticket: () => Promise<string | undefined>;
  /** The ticket was used up, or refused. */
  readonly spend: (error?: string) => void;
}

interface CodeState {
  readonly status: ImageCode['status'];
  readonly imageId: string;
  readonly source: string;
  readonly receivedAt: number;
}

/** A code is valid for two minutes (R5.3); an older one than this is replaced before it is typed. @unit ms */
const freshMs = 100_000;
const none: CodeState = { status: 'loading', imageId: '', source: '', receivedAt: 0 };

/** The latest code of the server; the field shows why none came. */
const useCode = (active: boolean, now: () => number) => {
  const [given, setGiven] = useState(none);
  const [failure, setFailure] = useState<string>();
  const latest = useRef(0);
  const take = useCallback(
    (kind: ImageCodeKind) => {
      latest.current += 1;
      const request = latest.current;
      generateImageCode({ kind }).then(
        ({ imageId, image }) => {
          if (request === latest.current) setGiven({ status: 'ready', imageId, source: image, receivedAt: now() });
        },
        (error: unknown) => {
          if (request !== latest.current) return;
          setGiven({ ...none, status: 'failed' });
          setFailure(errorText('user.generateImageCode', error));
        },
      );
    },
    [now],
  );
  const isMissing = active && given === none;
  useEffect(() => {
    if (isMissing) take('image');
  }, [isMissing, take]);
  return {
    given,
    failure,
    load: (kind: ImageCodeKind) => {
      setFailure(undefined);
      setGiven((before) => ({ ...before, status: 'loading' }));
      take(kind);
    },
    pass: () => setGiven((before) => ({ ...before, status: 'passed' })),
    drop: () => setGiven(none),
  };
};

/**
 * The image code of a form: fetched when `active`, valid for one try, exchanged for a ticket when the form needs it.
 *
 * @source R5.3, contract 5
 */
export const useImageCode = (active = true, now: () => number = Date.now): ImageCode => {
  const { given, failure, load, pass, drop } = useCode(active, now);
  const [kind, setKind] = useState<ImageCodeKind>('image');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const held = useRef<string>(undefined);

  const renew = (wanted: ImageCodeKind = kind, reason?: string): void => {
    held.current = undefined;
    setKind(wanted);
    setValue('');
    setError(reason);
    load(wanted);
  };
  const exchange = async (): Promise<string | undefined> => {
    try {
      const imageTicket = await verifyImageCode({ imageId: given.imageId, code: value });
      held.current = imageTicket;
      pass();
      return imageTicket;
    } catch (refusal) {
      const isWrong = refusal instanceof CallError && refusal.errCode === 'OPS10004';
      // Of the errors that the field shows, the one of R8's table is a toast as well.
      if (isWrong) showError('user.verifyImageCode', refusal);
      const text = errorText('user.verifyImageCode', refusal);
      if (isWrong) renew(kind, `${text}，已换一张，请重新输入`);
      else setError(text);
      return undefined;
    }
  };
  return {
    kind,
    value,
    error: error ?? failure,
    status: given.status,
    source: given.source,
    onValueChange: (text) => {
      setValue(text);
      setError(undefined);
    },
    onRenew: (wanted) => renew(wanted),
    onFocus: () => {
      if (given.status === 'ready' && value === '' && now() - given.receivedAt > freshMs) renew();
    },
    isFilled: () => {
      if (held.current !== undefined || value.trim() !== '') return true;
      setError(kind === 'image' ? '请输入图中的字符' : '请输入听到的字符');
      return false;
    },
    ticket: async () => held.current ?? exchange(),
    spend: (reason) => {
      held.current = undefined;
      setKind('image');
      setValue('');
      setError(reason);
      drop();
    },
  };
};

/** A failure after which the ticket may still be valid, because the server did not use it. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unreachable' || error.status === 503);

/**
 * Makes a call that uses the ticket; undefined when there is no ticket, and the field shows why. A refused call needs a new code; a call
 * without an answer keeps its ticket, so that it can be sent again unchanged.
 *
 * @source R5.3, R4.12
 */
export const withTicket = async <Reply>(
  image: ImageCode,
  send: (imageTicket: string) => Promise<Reply>,
): Promise<Reply | undefined> => {
  const imageTicket = await image.ticket();
  if (imageTicket === undefined) return undefined;
  try {
    const reply = await send(imageTicket);
    image.spend();
    return reply;
  } catch (error) {
    const isStale = error instanceof CallError && error.errCode === 'OPS10004';
    if (!isPassing(error)) image.spend(isStale ? '图形验证码已失效，请重新输入' : undefined);
    throw error;
  }
};
