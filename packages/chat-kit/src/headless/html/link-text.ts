import { safeLink } from './safe-address.ts';

/** A part of a text: plain words, or a link. */
export type TextPiece = string | { href: string; text: string };

const webAddress = /https?:\/\/[^\s<>"'，。；！？、（）【】《》“”‘’]+/giu;
const trailing = '.,;:!?)]}';

/** An address without trailing punctuation. A loop over characters, because a regular expression would restart at each of them. */
function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && trailing.includes(address.charAt(end - 1))) end -= 1;
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
