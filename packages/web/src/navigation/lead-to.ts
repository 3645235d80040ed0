/** Leads to a part of the page, such as the rows that a sentence counts: unfolds it, gives it the focus and brings it into sight. */
export const leadTo = (id: string): void => {
  const part = document.getElementById(id);
  if (part === null) return;
  const folded = part.querySelector('details');
  if (folded !== null) folded.open = true;
  const target = folded?.querySelector('summary') ?? part;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
};
