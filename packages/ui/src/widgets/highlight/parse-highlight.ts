/** A segment of text, and whether it is a match. */
export type HighlightSegment = { text: string; marked: boolean };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", nbsp: ' ' };

/** Splits a text with `<mark>…</mark>` into segments; any other tag stays text, entities are decoded. */
export function parseHighlight(marked: string): HighlightSegment[] {
  let inside = false;
  return marked.split(/(<\/?mark>)/).flatMap((part) => {
    if (part === '<mark>' || part === '</mark>') inside = part === '<mark>';
    else if (part)
      return [
        {
          text: part.replace(/&(amp|lt|gt|quot|#39|#x27|nbsp);/g, (whole, name: string) => entities[name] ?? whole),
          marked: inside,
        },
      ];
    return [];
  });
}
