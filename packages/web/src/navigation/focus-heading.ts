/** How long to wait for a heading that appears with its data. @unit ms */
const timeoutMs = 5_000;

/**
 * Focuses the heading of the page as soon as it is rendered, and again when it is rendered anew. Does nothing when the page focused a
 * field of its own or the visitor moved the focus.
 */
export const focusHeading = (): (() => void) => {
  const main = document.getElementById('main');
  const look = () => {
    const active = document.activeElement;
    if (active !== document.body && active !== main && active?.tagName !== 'H1' && main?.contains(active))
      return stop();
    const target = main?.querySelector('h1') ?? main;
    if (target === null || target === active) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => stop(), timeoutMs);
  const touches = ['pointerdown', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const touch of touches) removeEventListener(touch, stop);
  };
  if (main !== null) observer.observe(main, { childList: true, subtree: true });
  for (const touch of touches) addEventListener(touch, stop);
  look();
  return stop;
};
