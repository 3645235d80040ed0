import { shanghaiTime } from '@ronghui/domain/csv';
import { type Fen, fen, fenOfYuan, yuanText } from '@ronghui/domain/money';
import { instantOn, shanghaiClock } from '@ronghui/domain/shanghai';
import { textOf } from '#kernel/http/exchange';

/** Amounts and moments as payment channels write them, in domain's words: adapters know neither money nor days. */

/** An amount in fen that is a number; null where it is none. */
export const fenIn = (value: unknown): Fen | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? fen(value) : null;

/** An amount in yuan that is text, `29739.39`; null where it is none. */
export const yuanIn = (value: unknown): Fen | null => {
  const text = textOf(value);
  return /^\d{1,11}(?:\.\d{1,2})?$/.test(text) ? fenOfYuan(text) : null;
};

/** `29739.39`. */
export const plainYuan = (amount: Fen): string => yuanText(amount, { grouping: false });

/** When it was, in RFC 3339; the moment that is given where it says none. */
export const timeIn = (value: unknown, otherwise: Date): Date => {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? otherwise : at;
};

/** The same on the clock of Shanghai, `2026-11-28 16:00:00`. */
export const clockTimeIn = (value: unknown, otherwise: Date): Date => {
  const [, day, minutes, seconds] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):(\d\d)/.exec(textOf(value)) ?? [];
  if (day === undefined || minutes === undefined) return otherwise;
  const at = new Date(instantOn(day, minutes).getTime() + Number(seconds) * 1000);
  return Number.isNaN(at.getTime()) ? otherwise : at;
};

/** `2026-11-28 16:00:00` in Shanghai. */
export const clockText = (at: Date): string => shanghaiTime(at);

/** RFC 3339 in Shanghai, without fractions of a second. */
export const offsetText = (at: Date): string => `${shanghaiClock(at).toISOString().slice(0, 19)}+08:00`;
