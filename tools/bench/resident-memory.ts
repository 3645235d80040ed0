import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './statistics.ts';

const betweenMs = 2000;

/** Resident memory of a process now. @unit MB */
export const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;

/** The median of a process's resident memory over a time: one moment may be just before a collection. @unit MB */
export const residentOver = async (pid: number, seconds: number): Promise<number> => {
  const seen: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  do {
    seen.push(residentMb(pid));
    await wait(betweenMs);
  } while (performance.now() < endMs);
  return median(seen);
};
