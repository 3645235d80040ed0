/** A piece of a text: words as they are, or a link. */
export type TextPiece = string | { href: string; text: string };

const webAddress = /https?:\/\/[^\s<>"'，。；！？、（）【】《》“”‘’]+/giu;
const trailing = /[.,;:!?)\]}]+$/u;

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
    const href = match[0].replace(trailing, '');
    if (safeLink(href) === undefined) continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ href, text: href });
    from = match.index + href.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/**
 * The address of a link that may be followed: http, https, mailto or tel, or relative to the page; undefined for any other.
 *
 * @source security 4.9
 */
export function safeLink(address: string, base: string = pageAddress()): string | undefined {
  const url = parseUrl(address.trim(), base);
  return url !== undefined && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined;
}

const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[\w+/=]+$/iu;

/**
 * The address that a picture, sound or film may be loaded from: the page's own origin or a listed host by http or
 * https, a blob, or (pictures only) raster data; undefined for any other.
 *
 * @source security 4.9
 */
export function safeMedia(
  address: string,
  hosts: readonly string[] | '*',
  base: string = pageAddress(),
): string | undefined {
  const given = address.trim();
  if (given === '') return undefined;
  if (rasterData.test(given)) return given;
  const url = parseUrl(given, base);
  if (url === undefined) return undefined;
  if (url.protocol === 'blob:') return url.href;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const listed = hosts === '*' || hosts.includes(url.host) || url.origin === parseUrl(base)?.origin;
  return listed ? url.href : undefined;
}

function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

const pageAddress = (): string => (typeof document === 'undefined' ? 'https://page.invalid/' : document.baseURI);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeText = (text: string): string => text.replace(/[&<>"']/gu, (sign) => escapes[sign] ?? sign);

/**
 * Makes HTML of what a person typed, for a sender that stores HTML: escaped, with links and line breaks.
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
