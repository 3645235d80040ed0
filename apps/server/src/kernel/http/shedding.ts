import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Decides whether the process is too busy for another call (security 4.14). */
export interface Shedding {
  isOverloaded(): boolean;
  enter(): void;
  leave(): void;
  readonly inFlight: number;
  /** Forgets what was measured: the work of a start says nothing about load. */
  reset(): void;
  stop(): void;
}

/** Thresholds of one process. */
export interface SheddingBounds {
  /** Mean delay of the event loop since the last sample; it counts while calls are in flight. */
  readonly maxDelayMs: number;
  readonly maxInFlight: number;
}

const lookMs = 500;
const resolutionMs = 20;

/** Monitors the event loop and the calls in flight. */
export const createShedding = ({ maxDelayMs, maxInFlight }: SheddingBounds): Shedding => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let isLate = false;
  let inFlight = 0;
  const timer = setInterval(() => {
    isLate = delay.count > 0 && delay.mean / 1e6 - resolutionMs > maxDelayMs;
    delay.reset();
  }, lookMs);
  timer.unref();
  return {
    // Without a call in flight the delay is none of the calls' making, and refusing one would help nobody.
    isOverloaded: () => (isLate && inFlight > 0) || inFlight >= maxInFlight,
    enter() {
      inFlight += 1;
    },
    leave() {
      inFlight -= 1;
    },
    get inFlight() {
      return inFlight;
    },
    reset() {
      isLate = false;
      delay.reset();
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
};
