import { createRateWindow, type RateWindow } from '@ronghui/chat-kit';
import { CallError, errorData } from '@ronghui/client';
import { useState } from 'react';

/** One code a minute (R5.3), unless the server says otherwise. @unit seconds */
export const resendAfterSec = 60;

/** The running waits by mobile or address. They outlive the form, because the server's limit does too. */
export const codeWaits = new Map<string, RateWindow>();

/** The wait before the next code. */
export interface CodeWait {
  /** For the button that sends the code. */
  readonly rateWindow: RateWindow;
  /** Begins the wait after a code was sent. @unit seconds */
  readonly begin: (retryAfter: number) => void;
  /** Begins the wait when a code was refused because of too many requests; false for every other failure. */
  readonly beginRefused: (error: unknown) => boolean;
}

/**
 * The wait of one mobile or address, as long as the server says; another mobile or address has its own wait.
 *
 * @source R5.3
 */
export const useCodeWait = (to: string): CodeWait => {
  const [unasked] = useState(() => createRateWindow({ seconds: resendAfterSec }));
  const [, showAnew] = useState<RateWindow>();
  const begin = (seconds: number): void => {
    unasked.release();
    const closed = createRateWindow({ seconds });
    closed.attempt();
    codeWaits.set(to, closed);
    showAnew(closed);
  };
  return {
    rateWindow: codeWaits.get(to) ?? unasked,
    begin,
    beginRefused: (error) => {
      if (!(error instanceof CallError && error.errCode === 'RHSY429')) return false;
      begin(errorData(error, 'RHSY429')?.retryAfter || resendAfterSec);
      return true;
    },
  };
};

/** `41 秒`, `35 分钟`, `12 小时`. */
export const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 100) return `${seconds} 秒`;
  return minutes < 100 ? `${minutes} 分钟` : `${Math.ceil(minutes / 60)} 小时`;
};

/** What the button says to a press during its wait, which may be longer than the usual one. @source R4.6, R12.6 */
export const pressedTooSoon = (seconds: number, remainingSec: number): string =>
  `${Math.max(seconds, remainingSec)}秒内请勿频繁点击`;
