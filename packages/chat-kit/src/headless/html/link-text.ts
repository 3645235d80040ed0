import { safeLink } from './safe-address.ts';

/** A part of a text: plain words, or a link. */
export type TextPiece = string | { href: string; text: string };

// an address ends before a space, a quotation mark, and Chinese words and punctuation
const webAddress = /https?:\/\/[^\s<>"'\p{Script=Han}\u3000-\u303f\uff00-\uffef“”‘’…—]+/giu;
const trailing = '.,;:!?';
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * An address without trailing punctuation and without a closing bracket that it does not open. A loop over characters,
 * because a regular expression would restart at each of them.
 */
function withoutTrailing(address: string): string {
  const open = new Map<string, number>();
  for (const sign of address) if (brackets[sign] ?? '([{'.includes(sign)) open.set(sign, (open.get(sign) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const sign = address.charAt(end - 1);
    const opening = brackets[sign];
    const closed = open.get(sign) ?? 0;
    if (opening === undefined ? !trailing.includes(sign) : closed <= (open.get(opening) ?? 0)) break;
    if (opening !== undefined) open.set(sign, closed - 1);
  }
  return address.slice(0, end);
}

/**
 * Finds the web addresses in a plain text.
 *
 * @source security 4.9 (a user's text is escaped and linkified)
 */
export function findLinks(text: string): TextPiece[] {
  if (!text.includes('://')) return [text];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(webAddress)) {
    const href = withoutTrailing(match[0]);
    if (safeLink(href) === undefined) continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ href, text: href });
    from = match.index + href.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeText = (text: string): string => text.replace(/[&<>"']/gu, (sign) => escapes[sign] ?? sign);

/**
 * Converts typed text to HTML, for a sender that stores HTML: escaped, with links and line breaks.
 *
 * @source security 4.9
 */
export function textToHtml(text: string): string {
  return findLinks(text)
    .map((piece) =>
      typeof piece === 'string'
        ? escapeText(piece).replace(/\r?\n/gu, '<br>')
        : `<a href="${escapeText(piece.href)}">${escapeText(piece.text)}</a>`,
    )
    .join('');
}
