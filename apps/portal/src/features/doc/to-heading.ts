/** Scrolls to a heading of the shown document and focuses it. */
export const toHeading = (id: string): void => {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
};
