import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { serverNow } from '@ronghui/web/calls/call';

/** In the address: receptions whose summary names no category. */
export const noCategory = 'none';

const shownDays = 30;

/** The days that the address names, or the last thirty. */
export const shownDaysOf = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const last = to === '' ? dayOf(new Date(serverNow())) : to;
  return { from: from === '' ? dayLater(last, 1 - shownDays) : from, to: last };
};

/** How long something took. @unit seconds */
export const secondsText = (seconds: number): string => {
  if (seconds < 60) return `${seconds}\u00a0秒`;
  if (seconds < 3600) {
    const rest = seconds % 60;
    return `${Math.floor(seconds / 60)}\u00a0分${rest === 0 ? '钟' : `\u00a0${rest}\u00a0秒`}`;
  }
  return `${Math.round(seconds / 360) / 10}\u00a0小时`;
};

/** A part of a number; nothing of nothing. */
export const shareText = (part: number, of: number): string => (of === 0 ? '—' : `${Math.round((part / of) * 100)}%`);

/** The mean of the stars; nothing where nobody rated. */
export const starsText = (stars: number, rated: number): string =>
  rated === 0 ? '—' : `${Math.round((stars * 10) / rated) / 10}\u00a0星`;
