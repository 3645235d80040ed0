import { randomFillSync, randomInt } from 'node:crypto';
import { dayOf } from '@ronghui/domain/calendar';
import type { Clock, Ids } from '#kernel/ports';

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Random bytes as text, drawn in large blocks because a small draw costs as much as a large one. */
const draw = (length: number, encoding: BufferEncoding): string => {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += length;
  return pool.toString(encoding, start, used);
};

/** 32 hexadecimal digits: the trace id of a reply and of the log, in the format of trace collectors (R8.5). */
export const newTraceId = (): string => draw(16, 'hex');

/** A secret of the given size as base64url; 32 bytes for tokens. */
export const newSecret = (bytes: number): string => draw(bytes, 'base64url');

/** Digits, each uniformly random. */
const digits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

/** Random names (ports). */
export const createIds = (clock: Clock): Ids => ({
  id: () => newSecret(16),
  number: (prefix) => `${prefix}${dayOf(clock.now()).replaceAll('-', '')}-${digits(8)}`,
  digits,
});

const draws = 8;

/** Stores a row under a unique number: numbers of a day are random, and a taken one (`store` returns false) is drawn again. */
export const underFreeNumber = async (
  draw: () => string,
  store: (number: string) => Promise<boolean>,
): Promise<string> => {
  for (let at = 1; at <= draws; at += 1) {
    const number = draw();
    if (await store(number)) return number;
  }
  throw new Error('no free number');
};
