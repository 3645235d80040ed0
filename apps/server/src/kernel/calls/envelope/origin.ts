import { Refusal } from '#kernel/refusal';

/** The headers in which a browser states the origin of a call. */
export interface CallOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** Whether the call came over TLS, to us or to a trusted proxy. */
  readonly https: boolean;
}

/** Scheme, host and port in one form; null for what is none. */
const normalised = (origin: string): string | null => {
  try {
    return new URL(origin).origin;
  } catch {
    return null;
  }
};

const isOurs = (origin: string, { host, https }: CallOrigin): boolean => {
  const stated = normalised(origin);
  return host !== undefined && stated !== null && stated === normalised(`${https ? 'https' : 'http'}://${host}`);
};

/**
 * Refuses calls from other sites' pages (security 4.2): by `Sec-Fetch-Site` where the browser sends it, otherwise by
 * comparing `Origin` with our own, scheme and port included. Programs other than browsers send neither and pass, because they hold no cookie to
 * misuse.
 */
export const createOriginCheck =
  (allowedOrigins: readonly string[]) =>
  (call: CallOrigin): void => {
    const { secFetchSite, origin } = call;
    if (secFetchSite === 'same-origin' || (secFetchSite === undefined && origin === undefined)) return;
    if (origin !== undefined && allowedOrigins.includes(origin)) return;
    if (secFetchSite === 'none' && origin === undefined) return;
    if (secFetchSite === undefined && origin !== undefined && isOurs(origin, call)) return;
    throw new Refusal('RHSY403');
  };
