/** Brings a heading of the document that is shown in sight, and the focus to it. */
export const toHeading = (id: string): void => {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
};
