import { instantOn, shanghaiClock } from './shanghai.ts';

/** An announcement of maintenance: its words, and from when until when it is. */
export interface MaintenanceNotice {
  readonly text: string;
  readonly from: Date;
  readonly until: Date;
}

/** What staff have set: announced, read-only until a time, no SMS. @source running 6.5 */
export interface Maintenance {
  readonly notice: MaintenanceNotice | null;
  /** Merchants and visitors only read until then. */
  readonly readOnlyUntil: Date | null;
  readonly smsStopped: boolean;
}

/** How long the site may be read-only at a time. @unit days */
export const readOnlyDaysAtMost = 7;
/** How far ahead a notice may reach. @unit days */
const noticeDaysAtMost = 60;
/** The longest words of a notice. @unit UTF-16 units */
export const noticeTextLength = 100;

const dayMs = 86_400_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** 11月30日 02:00, by the clock of Shanghai. */
const momentText = (at: Date): string => {
  const clock = shanghaiClock(at);
  return `${clock.getUTCMonth() + 1}月${clock.getUTCDate()}日 ${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}`;
};

/** 2026-11-30 02:00, by the clock of Shanghai, as it is typed. */
export const typedMoment = (at: Date): string => shanghaiClock(at).toISOString().slice(0, 16).replace('T', ' ');

/** The instant that was typed as 2026-11-30 02:00; null where it is none. */
export const momentOf = (typed: string): Date | null => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) {1,3}(\d\d:\d\d)$/.exec(typed.trim()) ?? [];
  if (day === undefined || time === undefined) return null;
  const at = instantOn(day, time);
  // A date that does not exist would become another day.
  return Number.isNaN(at.getTime()) || typedMoment(at) !== `${day} ${time}` ? null : at;
};

/** Until when merchants and visitors only read, and how many seconds that is; null when they may write. */
export const readOnlyTime = (
  { readOnlyUntil }: Pick<Maintenance, 'readOnlyUntil'>,
  now: Date,
): { readonly until: Date; readonly waitSec: number } | null =>
  readOnlyUntil !== null && readOnlyUntil > now
    ? { until: readOnlyUntil, waitSec: Math.ceil((readOnlyUntil.getTime() - now.getTime()) / 1000) }
    : null;

/** The line at the head of every page; null where nothing is announced. */
export const maintenanceLine = (maintenance: Maintenance, now: Date): string | null => {
  const { notice } = maintenance;
  const readOnly = readOnlyTime(maintenance, now);
  if (readOnly !== null) return `系统维护中，${momentText(readOnly.until)} 前只能查看，暂时不能提交。`;
  if (notice === null || notice.until <= now) return null;
  return `维护通知：${notice.text}（${momentText(notice.from)} 至 ${momentText(notice.until)}）`;
};

/** A field of the setting that is wrong, in words. */
export interface MaintenanceFault {
  readonly path: 'notice.from' | 'notice.until' | 'readOnlyUntil';
  readonly message: string;
}

const isMoment = (at: Date): boolean => !Number.isNaN(at.getTime());
const notMoment = '请填写有效的时间';

const noticeFault = ({ from, until }: MaintenanceNotice, now: Date): MaintenanceFault | undefined => {
  if (!isMoment(from)) return { path: 'notice.from', message: notMoment };
  const path = 'notice.until';
  if (!isMoment(until)) return { path, message: notMoment };
  if (until <= from) return { path, message: '结束时间应晚于开始时间' };
  if (until <= now) return { path, message: '结束时间已经过去' };
  const isFar = until.getTime() > now.getTime() + noticeDaysAtMost * dayMs;
  return isFar ? { path, message: `最多提前 ${noticeDaysAtMost}\u00a0天通知` } : undefined;
};

const readOnlyFault = (until: Date, now: Date): MaintenanceFault | undefined => {
  const path = 'readOnlyUntil';
  if (!isMoment(until)) return { path, message: notMoment };
  if (until <= now) return { path, message: '时间应晚于现在' };
  const isLong = until.getTime() > now.getTime() + readOnlyDaysAtMost * dayMs;
  return isLong ? { path, message: `一次最多只读 ${readOnlyDaysAtMost}\u00a0天` } : undefined;
};

/** What is wrong with what is to be set; undefined where nothing is. */
export const maintenanceFault = ({ notice, readOnlyUntil }: Maintenance, now: Date): MaintenanceFault | undefined =>
  (notice === null ? undefined : noticeFault(notice, now)) ??
  (readOnlyUntil === null ? undefined : readOnlyFault(readOnlyUntil, now));
