import { Refusal } from '#kernel/calls/refusal';

/** A body of which not all is there that the call waits for. */
export interface UnfinishedBody {
  /** The caller's, as limits count it. */
  readonly address: string;
  /** On the clock of `performance.now()`. */
  readonly beganMs: number;
  /** Until all of it must be there. @unit ms */
  readonly deadlineMs: number;
  fail(error: Error): void;
}

const lookMs = 250;
/** Past a look; a body mostly comes with its head, so that few people behind one address ever have one open that long. */
const maxPerAddress = 200;

const unfinished = new Set<UnfinishedBody>();
let watch: NodeJS.Timeout | null = null;

/** The late ones of each address, those that have dawdled longest first. */
const lateByAddress = (now: number): Map<string, UnfinishedBody[]> => {
  const late = new Map<string, UnfinishedBody[]>();
  for (const body of unfinished) {
    if (body.beganMs > now - lookMs) break;
    const others = late.get(body.address);
    if (others === undefined) late.set(body.address, [body]);
    else others.push(body);
  }
  return late;
};

const look = (): void => {
  const now = performance.now();
  for (const body of unfinished) if (body.beganMs + body.deadlineMs <= now) body.fail(new Refusal('RHSY400'));
  for (const bodies of lateByAddress(now).values()) {
    const tooMany = bodies.slice(0, Math.max(0, bodies.length - maxPerAddress));
    for (const body of tooMany) body.fail(new Refusal('RHSY429', { retryAfter: 1 }, 1));
  }
  if (unfinished.size > 0) return;
  if (watch !== null) clearInterval(watch);
  watch = null;
};

/**
 * Watches a body until `forgetBody`: it fails when its time is up, and, of too many from one address, when it is among the oldest. One
 * timer looks after them all, and a body that is there at once costs nothing but its place. @source security 4.14
 */
export const watchBody = (body: UnfinishedBody): void => {
  unfinished.add(body);
  if (watch !== null) return;
  watch = setInterval(look, lookMs);
  watch.unref();
};

/** All of it is there, or it was given up. */
export const forgetBody = (body: UnfinishedBody): void => void unfinished.delete(body);
