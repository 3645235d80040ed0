/** Calls back when the page is idle, or after a delay where the browser does not report idleness. The returned function cancels. */
export function whenIdle(run: () => void): () => void {
  let isOff = false;
  const call = (): void => {
    if (!isOff) run();
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(call, { timeout: 100 });
  else setTimeout(call, 16);
  return () => {
    isOff = true;
  };
}
