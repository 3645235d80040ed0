/**
 * A link address that may be followed: http, https, mailto, tel, or relative to the page; otherwise undefined.
 *
 * @source security 4.9
 */
export function safeLink(address: string, base: string = pageAddress()): string | undefined {
  const url = parseUrl(address.trim(), base);
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined;
}

const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[\w+/=]+$/iu;

/**
 * A picture, audio or video address that may be loaded: the page's own origin or a listed host by http or https, a blob
 * of the page, or (pictures only) raster data; otherwise undefined.
 *
 * @source security 4.9
 */
export function safeMedia(
  address: string,
  hosts: readonly string[] | '*',
  base: string = pageAddress(),
): string | undefined {
  const given = address.trim();
  if (!given) return undefined;
  if (rasterData.test(given)) return given;
  const url = parseUrl(given, base);
  if (!url) return undefined;
  const isOwn = url.origin === parseUrl(base)?.origin;
  if (url.protocol === 'blob:') return isOwn ? url.href : undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return isOwn || hosts === '*' || hosts.includes(url.host) ? url.href : undefined;
}

function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

const pageAddress = (): string => (typeof document === 'undefined' ? 'https://page.invalid/' : document.baseURI);
