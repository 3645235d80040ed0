/** Views above and below the one in sight whose sections are laid out ahead. */
const viewsAhead = 6;

/**
 * Marks the sections near the view with `data-near`, so that they are laid out before a fast reader reaches them: the
 * browser's own margin for skipped content is about one view, less than a wheel covers in a frame.
 */
export function createNearWatch(): (section: HTMLElement) => () => void {
  let observer: IntersectionObserver | undefined;
  return (section) => {
    if (typeof IntersectionObserver !== 'function') return () => {};
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) target.toggleAttribute('data-near', isIntersecting);
      },
      { root: section.closest('[role="log"]'), rootMargin: `${viewsAhead * 100}% 0px` },
    );
    observer.observe(section);
    return () => observer?.unobserve(section);
  };
}
