/**
 * Sanitises foreign HTML. The result, a fragment, a text or a trusted value, is inserted without further checks, so
 * the injecting page is responsible for it.
 */
export type Sanitise = (html: string) => DocumentFragment | { toString: () => string };

/** Whether a text needs the sanitiser; one without a tag, an entity or an address is shown unchanged. */
export function isPlain(text: string): boolean {
  return !/[<&]|:\/\//u.test(text);
}

const block =
  /<(?:b(?:r|lockquote)|p|div|ul|ol|dl|table|pre|h[1-6r]|figure|section|article|header|footer|main|nav|aside|address|center)\b/iu;

/** Whether HTML leaves its lines to its line breaks, because it has no element that makes lines. */
export function keepsLines(html: string): boolean {
  return !block.test(html);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

// an unclosed construct ends with the text: searching for its end from every start would take quadratic time
const markup = /<(script|style|template|textarea)\b.*?(<\/\1\s*>|$)|<[a-z/!?][^>]*(?:>|$)/gisu;

/**
 * The readable text of HTML, shown while the sanitiser is loading. Never insert it into a page as HTML. It takes linear
 * time for any input.
 */
export function roughText(html: string): string {
  return html.replace(markup, '').replace(/&(\w+);/gu, (written, name: string) => entities[name] ?? written);
}
