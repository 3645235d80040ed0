/** A time limit on one exchange; progress extends it. */
export interface TimeLimit {
  /** Aborts when the limit is reached or the caller cancels. */
  readonly signal: AbortSignal;
  /** Restarts the limit, with a new length if given. @unit ms */
  extend(limitMs?: number): void;
  /** Clears the limit once the exchange has ended. */
  end(): void;
}

/** Starts a limit; `outer` is the caller's own signal. @unit ms @source R9.1 */
export const startTimeLimit = (limitMs: number, outer: AbortSignal | undefined): TimeLimit => {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException('no progress in time', 'TimeoutError'));
  // `AbortSignal.any` is newer than the oldest browsers.
  const cancel = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  let current = limitMs;
  let timer = setTimeout(expire, current);
  return {
    signal: controller.signal,
    extend(nextMs = current) {
      clearTimeout(timer);
      current = nextMs;
      timer = setTimeout(expire, current);
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
};
