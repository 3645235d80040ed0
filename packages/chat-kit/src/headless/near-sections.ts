/** Views above and below the visible one whose sections are laid out ahead; a mouse wheel can pass several in a frame. */
const viewsAhead = 4;

/** Marks the sections near the view with `data-near`, so that they are laid out before they are visible. */
export function createNearMarker(scroller: Element, content: Element): () => void {
  let near = new Set<Element>();
  return () => {
    const { top } = scroller.getBoundingClientRect();
    const reach = scroller.clientHeight * viewsAhead;
    const now = new Set<Element>();
    let section = firstBelow(content.children, top - reach) ?? null;
    while (section !== null && section.getBoundingClientRect().top < top + scroller.clientHeight + reach) {
      now.add(section);
      section = section.nextElementSibling;
    }
    for (const far of near) if (!now.has(far)) far.removeAttribute('data-near');
    for (const one of now) if (!near.has(one)) one.setAttribute('data-near', '');
    near = now;
  };
}

/** The first of several elements in a column whose lower edge is below a line, by binary search. */
export function firstBelow(elements: HTMLCollection, line: number): Element | undefined {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}
