/** Headers of every response (security 4.7). */
const everywhere = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  [
    'permissions-policy',
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  ],
].flat();

/** What a browser heeds in what is no document: its type is not guessed, and other sites do not load it. */
const inAsset = ['x-content-type-options', 'nosniff', 'cross-origin-resource-policy', 'same-origin'] as const;

const hsts = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;
/** The policy of responses other than pages: nothing may run in them. */
const sealedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** The same for replies of operations, which has no forms and no relative addresses even without the sandbox. */
const jsonPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Header names and values alternating, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** Headers by the kind of response. */
export interface ResponseHeaders {
  /** What answers at an address that has no operation: never cached, never rendered. */
  readonly api: HeaderList;
  /** The reply of an operation, JSON or a file to be saved: the same, without what only documents heed, because a page makes ten calls. */
  readonly json: HeaderList;
  /** Any other response that is no page; the caller adds Content-Type and caching. */
  readonly plain: HeaderList;
  /** A script or a style sheet: what protects documents means nothing for it. The caller adds Content-Type and caching. */
  readonly asset: HeaderList;
  /** A page with its own policy. */
  page(policy: string): HeaderList;
}

/** Prepares the lists once; `https` adds HSTS. */
export const createHeaders = ({ https }: { readonly https: boolean }): ResponseHeaders => {
  const base = [...everywhere, ...(https ? hsts : [])];
  const plain = [...base, 'content-security-policy', sealedPolicy];
  return {
    plain,
    asset: [...inAsset, ...(https ? hsts : [])],
    api: [...plain, 'cache-control', 'no-store'],
    json: [...inAsset, ...(https ? hsts : []), 'content-security-policy', jsonPolicy, 'cache-control', 'no-store'],
    page: (policy) => [...base, 'content-security-policy', policy, 'x-frame-options', 'DENY'],
  };
};

/** What a page's policy allows besides our own origin. */
export interface PagePolicy {
  /** Hashes of inline scripts, as `sha256-…`. */
  readonly scriptHashes: readonly string[];
  /** Origins of gateways on other hosts of the same site. */
  readonly connect: readonly string[];
}

/** The content security policy of security 4.7. */
export const pagePolicy = ({ scriptHashes, connect }: PagePolicy): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-html dompurify',
  ].join('; ');
