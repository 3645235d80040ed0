/** Gives memory back when the process has come to rest. */
export interface MemoryAtRest {
  start(): void;
  stop(): void;
}

/** Dependencies. */
export interface MemoryAtRestDeps {
  /** The calls in flight. */
  readonly inFlight: () => number;
  /** Collects garbage. */
  readonly collect: () => void;
}

const lookMs = 500;
/** So many calls at once leave behind what is worth a collection. */
const manyCalls = 50;
/** A process with no more of them is at rest: a collection stops it for some tens of milliseconds. */
const fewCalls = 2;
/** How long it has to be at rest. @unit looks */
const restLooks = 20;

/**
 * V8 collects while a program works: what the last seconds of an overload leave behind stays, with the pages around it, for as long as little is done.
 * So once after every overload, ten seconds into the rest, everything is collected.
 *
 * @source R14.6, decision 0100
 */
export const createMemoryAtRest = ({ inFlight, collect }: MemoryAtRestDeps): MemoryAtRest => {
  let most = 0;
  let looksAtRest = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const calls = inFlight();
    most = Math.max(most, calls);
    looksAtRest = calls <= fewCalls ? looksAtRest + 1 : 0;
    if (most < manyCalls || looksAtRest < restLooks) return;
    most = 0;
    collect();
  };
  return {
    start() {
      timer = setInterval(look, lookMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
