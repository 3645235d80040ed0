import type { Output } from '@ronghui/contract';

/**
 * The first response: the input and the output of `render`. The server imports nothing of this room; it loads
 * `dist/server/entry-server.js` through a port at start.
 *
 * What the server does:
 * 1. Reads once at start: `dist/server/entry-server.js` (export `render`), `dist/client/index.html` (the template),
 *    `dist/client/inline-hashes.json` (`{"script": ["sha256-…"]}`) and `dist/client/styles.json` (`{"every": "…", "home": "…", "area": "…"}`, CSS).
 * 2. Answers `GET /` and `GET /index.html` with `render(input).html` as `text/html; charset=utf-8`, `Cache-Control: private, no-cache`,
 *    an ETag made of the bytes, `Vary: User-Agent`. The html depends on the input alone, so it may be kept until content or site change,
 *    once for each page type. It never contains a user, a session or a key.
 * 3. Sends the policy of security 4.7 with every entry of `inline-hashes.json` in `script-src`, and `trusted-types app-html dompurify`.
 * 4. Serves `dist/client/assets/*` as `public, max-age=31536000, immutable` (names are hashed), the other files of `dist/client`
 *    (favicon.svg …) with an ETag; each text file has a `<file>.br` and a `<file>.gz` for `Accept-Encoding`.
 * 5. Serves `GET /site.css?v=…` (the styles of every page, then the brand colours of R1.6 as custom properties) `GET /home.css?v=…`
 *    (the same, then the home page's) and `GET /area.css?v=…` (the same, then the merchant area's), and names them in `styles`.
 *
 * @source R1.4, R1.6, stack "First load", security 4.7
 */
export interface DocumentInput {
  /** By the user agent (R1.4): `Mobi`, `Android` or `iPhone` is h5. */
  readonly pageType: PageType;
  /** Text of `dist/client/index.html`. */
  readonly template: string;
  /** The base of the gateway for the host of this page (`GATEWAY_BASES`); empty for the same origin (R7.2). */
  readonly gatewayBase: string;
  /** Addresses of the styles of the first paint, each with its version, such as `/site.css?v=3f2a`. */
  readonly styles: StyleUrls;
  readonly site: SiteState;
  readonly data: HomeData;
}

/** The one style sheet that the first paint waits for. */
export interface StyleUrls {
  /** The frame's styles and the brand's colours. */
  readonly every: string;
  /** The same with the home page's own styles. */
  readonly home: string;
  /** The same with the merchant area's. */
  readonly area: string;
}

/** The whole document, ready to be sent. */
export interface DocumentOutput {
  readonly html: string;
}

/** The type of the export `render` of `dist/server/entry-server.js`. */
export type Render = (input: DocumentInput) => DocumentOutput;

/** The two layouts of R1.4. */
export type PageType = 'pc' | 'h5';

/** The part of `sys.commonConfig` that is the same for everyone: no key, no user, no auth map. */
export type SiteState = Pick<Output<'sys.commonConfig'>, 'visibleFlag' | 'site'>;

/** The data of the home page; each entry is the `data` of an operation's reply. */
export interface HomeData {
  /** `portal.querySlideInfo {}` */
  readonly slides: Output<'portal.querySlideInfo'>;
  /** `portal.recommendQueryList {limit: 8}` */
  readonly recommended: Output<'portal.recommendQueryList'>;
  /** `portal.queryProductMap {}` */
  readonly productMap: Output<'portal.queryProductMap'>;
  /** `portal.queryPage {page: 'home'}` */
  readonly page: Output<'portal.queryPage'>;
  /** `portal.queryPage {page: 'partners'}`; of it only the partners' names and logos go into the document. */
  readonly partnersPage: Output<'portal.queryPage'>;
  /** `doc.queryDocTree {}`, or null while the document centre is off (R2.6). */
  readonly docTree: Output<'doc.queryDocTree'> | null;
  /** `doc.queryList {parentId: docTree.nodes[0].id, pageSize: 10}`, or null without a tree or a first node. */
  readonly docs: Output<'doc.queryList'> | null;
}
