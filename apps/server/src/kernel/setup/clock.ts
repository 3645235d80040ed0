import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Clock, Log } from '#kernel/ports';

/** A clock with an offset that only tests change. */
export interface MovableClock extends Clock {
  /** Epoch milliseconds, without creating an object. */
  nowMs(): number;
  readonly offsetMs: number;
  moveTo(offsetMs: number): void;
}

/** The system's time plus an offset. Nothing else reads the system's clock. */
export const createClock = (): MovableClock => {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    nowMs: () => Date.now() + offset,
    get offsetMs() {
      return offset;
    },
    moveTo(offsetMs) {
      offset = offsetMs;
    },
  };
};

/** Writes the offset for SQL's `app_now()`, so that Node and SQL agree on the time. */
export const writeClockOffset = async (pool: pg.Pool, offsetMs: number): Promise<void> => {
  await pool.query('update clock_offset set offset_ms = $1 where offset_ms <> $1', [offsetMs]);
};

const readOffset = async (file: string): Promise<number> => {
  const text = await readFile(file, 'utf8').catch(() => '0');
  const value = Number(text.trim());
  return Number.isSafeInteger(value) ? value : 0;
};

/** Dependencies of the follower of the offset file. */
export interface ClockFollowing {
  readonly clock: MovableClock;
  readonly dataDir: string;
  readonly pool: pg.Pool;
  readonly log: Log;
}

/**
 * Only under NODE_ENV=test: `$DATA_DIR/clock-offset` (milliseconds) sets the clock of the kernel and of SQL, read twice
 * a second. Resolves after the first reading; the returned function stops it. @source contract 7
 */
export const followClockOffset = async ({ clock, dataDir, pool, log }: ClockFollowing): Promise<() => void> => {
  const file = join(dataDir, 'clock-offset');
  let busy = false;
  const follow = async () => {
    if (busy) return;
    busy = true;
    try {
      const offset = await readOffset(file);
      if (offset === clock.offsetMs) return;
      await writeClockOffset(pool, offset);
      clock.moveTo(offset);
    } catch (error) {
      log.warn({ event: 'clockOffsetFailed', error });
    } finally {
      busy = false;
    }
  };
  await writeClockOffset(pool, 0);
  await follow();
  const timer = setInterval(follow, 500);
  timer.unref();
  return () => clearInterval(timer);
};
