/** How long a heading that comes with its data is waited for. @unit ms */
const patienceMs = 5_000;

/**
 * Puts the focus on the heading of the page, as soon as there is one and again should it be drawn anew; a page that put the focus
 * into a field of its own keeps it, and so does a visitor who has gone on.
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
  const timer = setTimeout(() => stop(), patienceMs);
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
