/**
 * Makes foreign HTML harmless. A fragment is put into the page as it is; a text or a trusted value is parsed by the
 * browser without further checks, so whoever injects such a sanitiser answers for it.
 */
export type Sanitise = (html: string) => DocumentFragment | { toString: () => string };

/** Whether a text needs the sanitiser: one without a tag, an entity and an address is shown as it is. */
export function isPlain(text: string): boolean {
  return !/[<&]|:\/\//u.test(text);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

// whatever has no end ends with the text: a search that goes on from there in vain, for each beginning, takes the square of its length
const markup = /<(script|style|template|textarea)\b.*?(<\/\1\s*>|$)|<[a-z/!?][^>]*(?:>|$)/gisu;

/**
 * What is readable in HTML, as plain text, while the sanitiser is still loading. Never put it into a page as HTML. Its time
 * grows with the length of the text, whatever that holds.
 */
export function roughText(html: string): string {
  return html.replace(markup, '').replace(/&(\w+);/gu, (written, name: string) => entities[name] ?? written);
}
