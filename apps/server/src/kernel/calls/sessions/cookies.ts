import type { Area } from '@ronghui/contract';

/** The cookies of the product. */
export type CookieName = 'sid' | 'ops' | 'device' | 'chat';

/** The cookie of an area's sessions. @source contract 1 */
export const cookieOf: Readonly<Record<Area, CookieName>> = { portal: 'sid', ops: 'ops' };

/** The site of a call, which decides on the attributes of cookies. */
export interface CookieSite {
  /** Without TLS cookies are allowed only on loopback outside production, and have neither prefix nor `Secure`. */
  readonly isPlain: boolean;
  /** The name of a cookie: `__Host-sid` for example, or `sid` on a site without TLS. @source contract 1 */
  readonly names: Readonly<Record<CookieName, string>>;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** The Host header without its port. */
export const hostnameOf = (host: string | undefined): string => (host ?? '').replace(/:\d+$/, '').toLowerCase();

const plainSite: CookieSite = { isPlain: true, names: { sid: 'sid', ops: 'ops', device: 'device', chat: 'chat' } };
const secureSite: CookieSite = {
  isPlain: false,
  names: { sid: '__Host-sid', ops: '__Host-ops', device: '__Host-device', chat: '__Host-chat' },
};
const maxHosts = 1000;

/** Determines the site of a call by its transport and its Host header; the result is cached by host. */
export const createSiteOf = (production: boolean): ((https: boolean, host: string | undefined) => CookieSite) => {
  const known = new Map<string | undefined, CookieSite>();
  return (https, host) => {
    if (https || production) return secureSite;
    let site = known.get(host);
    if (site === undefined) {
      if (known.size >= maxHosts) known.clear();
      site = isLoopback(hostnameOf(host)) ? plainSite : secureSite;
      known.set(host, site);
    }
    return site;
  };
};

/** The value of a cookie; the first one counts, because browsers send the most specific first. */
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

/** A Set-Cookie value; without `maxAgeSec` the cookie lasts until the browser closes, with 0 it is removed. */
export const setCookie = (site: CookieSite, name: CookieName, value: string, maxAgeSec?: number): string => {
  const age = maxAgeSec === undefined ? '' : `; Max-Age=${maxAgeSec}`;
  const secure = site.isPlain ? '' : '; Secure';
  return `${site.names[name]}=${value}; Path=/; HttpOnly; SameSite=Strict${age}${secure}`;
};
