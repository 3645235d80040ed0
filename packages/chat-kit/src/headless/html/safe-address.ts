/**
 * A link address that may be followed: http, https, mailto, tel, or relative to the page; otherwise undefined. A relative
 * address stays as it is, so that a server renders what the browser does; with a base it becomes absolute.
 *
 * @source security 4.9
 */
export function safeLink(address: string, base?: string): string | undefined {
  const given = address.trim();
  const url = parseUrl(given, base ?? pageAddress());
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined;
  return written(given, url, base);
}

const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[\w+/=]+$/iu;

/**
 * A picture, audio or video address that may be loaded: the page's own origin or a listed host by http or https, a blob
 * of the page, or (pictures only) raster data; otherwise undefined. A relative address stays as it is.
 *
 * @source security 4.9
 */
export function safeMedia(address: string, hosts: readonly string[] | '*', base?: string): string | undefined {
  const given = address.trim();
  if (!given) return undefined;
  if (rasterData.test(given)) return given;
  const page = base ?? pageAddress();
  const url = parseUrl(given, page);
  if (!url) return undefined;
  const isOwn = url.origin === parseUrl(page)?.origin;
  if (url.protocol === 'blob:') return isOwn ? url.href : undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return isOwn || hosts === '*' || hosts.includes(url.host) ? written(given, url, base) : undefined;
}

/** An address as it is put into the page. */
const written = (given: string, url: URL, base: string | undefined): string =>
  base === undefined && parseUrl(given) === undefined ? given : url.href;

function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** The page's address; without a page any, because a relative address is only checked and not resolved with it. */
const pageAddress = (): string => (typeof document === 'undefined' ? 'https://page.invalid/' : document.baseURI);
