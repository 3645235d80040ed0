import { Refusal } from '#kernel/refusal';

/** A body that has not completely arrived. */
export interface UnfinishedBody {
  /** The caller's counted address; null for one that was answered and is not counted any more. */
  readonly address: string | null;
  /** In the time of `performance.now()`. */
  readonly beganMs: number;
  /** Deadline for the complete body; one that depends on what has come may move. @unit ms */
  readonly deadlineMs: number;
  fail(error: Error): void;
}

const lookMs = 250;
/**
 * The age at which a body counts as slow. Most bodies arrive with their head, so that few callers behind one address
 * ever have a slow one.
 */
const maxPerAddress = 200;

const unfinished = new Set<UnfinishedBody>();
let watch: NodeJS.Timeout | null = null;

/** The slow bodies of each address, oldest first. */
const lateByAddress = (now: number): Map<string, UnfinishedBody[]> => {
  const late = new Map<string, UnfinishedBody[]>();
  for (const body of unfinished) {
    if (body.beganMs > now - lookMs) break;
    if (body.address === null) continue;
    const others = late.get(body.address);
    if (others === undefined) late.set(body.address, [body]);
    else others.push(body);
  }
  return late;
};

const look = (): void => {
  const now = performance.now();
  for (const body of unfinished) if (body.beganMs + body.deadlineMs <= now) body.fail(new Refusal('RHSY408'));
  for (const bodies of lateByAddress(now).values()) {
    const tooMany = bodies.slice(0, Math.max(0, bodies.length - maxPerAddress));
    for (const body of tooMany) body.fail(new Refusal('RHSY429', { retryAfter: 1 }, 1));
  }
  if (unfinished.size > 0) return;
  if (watch !== null) clearInterval(watch);
  watch = null;
};

/**
 * Watches a body until `forgetBody`: it fails at its deadline, or when its address has too many slow bodies and it is
 * among the oldest. One timer watches all bodies, and a body that arrives at once costs one map entry. @source security
 * 4.14
 */
export const watchBody = (body: UnfinishedBody): void => {
  unfinished.add(body);
  if (watch !== null) return;
  watch = setInterval(look, lookMs);
  watch.unref();
};

/** The body is complete, or was given up. */
export const forgetBody = (body: UnfinishedBody): void => void unfinished.delete(body);
