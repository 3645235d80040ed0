/** Calls back when the page has time; where the browser does not tell, after a moment. The returned function cancels. */
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
