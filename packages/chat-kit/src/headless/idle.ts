/**
 * Calls back when the page has time, with the milliseconds that it may take; where the browser does not tell, after a
 * moment with a third of a frame. The returned function cancels.
 */
export function whenIdle(run: (budgetMs: number) => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback((deadline) => run(deadline.timeRemaining()), { timeout: 100 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(() => run(6), 16);
  return () => clearTimeout(timer);
}
