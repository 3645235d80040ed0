/** Gives the focus to what came in the place of a retry, at its heading where it has one, unless it has gone elsewhere meanwhile. */
export const focusPart = (part: Element | undefined): void => {
  if (document.activeElement !== document.body) return;
  const target = part?.querySelector<HTMLElement>('.failed-part > button, h1, h2, h3') ?? part;
  if (!(target instanceof HTMLElement)) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
};
