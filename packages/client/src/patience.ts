/** A time limit on one exchange, which can be extended while it makes progress. */
export interface Patience {
  /** Aborts when the limit is reached or the caller gives up. */
  readonly signal: AbortSignal;
  /** Starts the limit anew, with another length if given. @unit ms */
  extend(limitMs?: number): void;
  /** Forgets the limit once the exchange is over. */
  end(): void;
}

/** Begins a limit; `outer` is the caller's own signal. @unit ms @source R9.1 */
export const beginPatience = (limitMs: number, outer: AbortSignal | undefined): Patience => {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException('no progress in time', 'TimeoutError'));
  let current = limitMs;
  let timer = setTimeout(expire, current);
  return {
    signal: outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer]),
    extend(nextMs = current) {
      clearTimeout(timer);
      current = nextMs;
      timer = setTimeout(expire, current);
    },
    end: () => clearTimeout(timer),
  };
};
