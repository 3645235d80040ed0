/** Where a call came from, as far as cookies care. */
export interface CookieSite {
  readonly https: boolean;
  /** The Host header without its port. */
  readonly hostname: string;
  readonly production: boolean;
}

/** The cookies that we set. */
export type CookieName = 'sid' | 'ops' | 'device';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Without TLS a cookie may go over loopback alone, and never in production. @source contract 1 */
export const isPlainSite = (site: CookieSite): boolean => !site.https && !site.production && isLoopback(site.hostname);

/** The cookie's name on this site: `__Host-sid`, or `sid` on loopback. */
export const cookieNameOn = (site: CookieSite, name: CookieName): string =>
  isPlainSite(site) ? name : `__Host-${name}`;

/** The value of a cookie of ours; the first one counts, as browsers send the most specific first. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  if (header === undefined) return null;
  let start = 0;
  while (start < header.length) {
    const end = header.indexOf(';', start);
    const stop = end === -1 ? header.length : end;
    const equals = header.indexOf('=', start);
    if (equals !== -1 && equals < stop && header.slice(start, equals).trim() === name) {
      const value = header.slice(equals + 1, stop).trim();
      return /^[A-Za-z0-9_-]{20,100}$/.test(value) ? value : null;
    }
    start = stop + 1;
  }
  return null;
};

/** A Set-Cookie value; without `maxAgeSec` it lives as long as the browser, with 0 it is removed. */
export const setCookie = (site: CookieSite, name: CookieName, value: string, maxAgeSec?: number): string => {
  const age = maxAgeSec === undefined ? '' : `; Max-Age=${maxAgeSec}`;
  const secure = isPlainSite(site) ? '' : '; Secure';
  return `${cookieNameOn(site, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${age}${secure}`;
};
