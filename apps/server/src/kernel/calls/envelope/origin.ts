import { Refusal } from '#kernel/calls/refusal';

/** The headers in which a browser states the origin of a call. */
export interface CallOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
};

/**
 * Refuses calls from other sites' pages (security 4.2): by `Sec-Fetch-Site` where the browser sends it, otherwise by
 * comparing `Origin` with our host. Programs other than browsers send neither and pass, because they hold no cookie to
 * misuse.
 */
export const createOriginCheck =
  (allowedOrigins: readonly string[]) =>
  ({ secFetchSite, origin, host }: CallOrigin): void => {
    if (secFetchSite === 'same-origin' || (secFetchSite === undefined && origin === undefined)) return;
    if (origin !== undefined && allowedOrigins.includes(origin)) return;
    if (secFetchSite === 'none' && origin === undefined) return;
    if (secFetchSite === undefined && origin !== undefined && host !== undefined && hostOf(origin) === host) return;
    throw new Refusal('RHSY403');
  };
