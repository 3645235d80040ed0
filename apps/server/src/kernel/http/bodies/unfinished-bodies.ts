import { Refusal } from '#kernel/calls/refusal';

/** A body that has not completely arrived. */
export interface UnfinishedBody {
  /** The caller's counted address. */
  readonly address: string;
  /** In the time of `performance.now()`. */
  readonly beganMs: number;
  /** Deadline for the complete body. @unit ms */
  readonly deadlineMs: number;
  /** Whether its call has been answered, and what still arrives of it is thrown away. */
  readonly isAnswered?: boolean;
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
    const others = late.get(body.address);
    if (others === undefined) late.set(body.address, [body]);
    else others.push(body);
  }
  return late;
};

/** Those of an address that have to go: what is answered before what still waits for its answer, each the oldest first. */
const tooManyOf = (bodies: readonly UnfinishedBody[]): readonly UnfinishedBody[] => {
  const excess = bodies.length - maxPerAddress;
  if (excess <= 0) return [];
  const answered = bodies.filter(({ isAnswered }) => isAnswered === true);
  return [...answered, ...bodies.filter(({ isAnswered }) => isAnswered !== true)].slice(0, excess);
};

const look = (): void => {
  const now = performance.now();
  for (const body of unfinished) if (body.beganMs + body.deadlineMs <= now) body.fail(new Refusal('RHSY400'));
  for (const bodies of lateByAddress(now).values()) {
    for (const body of tooManyOf(bodies)) body.fail(new Refusal('RHSY429', { retryAfter: 1 }, 1));
  }
  if (unfinished.size > 0) return;
  if (watch !== null) clearInterval(watch);
  watch = null;
};

/**
 * Watches a body until `forgetBody`: it fails at its deadline, or when its address has too many slow bodies and it is
 * among the oldest. What is thrown away of an answered one goes first, so that a refused body does not push out those
 * that wait. One timer watches all bodies, and a body that arrives at once costs one map entry. @source security 4.14
 */
export const watchBody = (body: UnfinishedBody): void => {
  unfinished.add(body);
  if (watch !== null) return;
  watch = setInterval(look, lookMs);
  watch.unref();
};

/** The body is complete, or was given up. */
export const forgetBody = (body: UnfinishedBody): void => void unfinished.delete(body);
