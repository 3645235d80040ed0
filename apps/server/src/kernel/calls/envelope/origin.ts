import { Refusal } from '#kernel/calls/refusal';

/** What a browser says of where a call was made. */
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
 * Refuses calls that another site's page makes (security 4.2): `Sec-Fetch-Site` where the browser sends it, else `Origin` against our own
 * host. A program that is no browser sends neither and passes: it has no cookie to misuse.
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
