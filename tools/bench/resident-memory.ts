import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './statistics.ts';

const [betweenMs, watchMs] = [2000, 200];

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

/** Runs the work and returns what it returned with the highest resident memory of a process meanwhile. @unit MB */
export const highestDuring = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<readonly [result: T, highestMb: number]> => {
  let highestMb = residentMb(pid);
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, residentMb(pid));
  }, watchMs);
  try {
    return [await work(), highestMb];
  } finally {
    clearInterval(timer);
  }
};
