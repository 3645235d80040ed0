import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HomeData, PortalBuild } from '#adapters/portal-build';
import { readHomeData } from '#features/site/home-data';
import { keptSite, siteStateOf } from '#features/site/site.reads';
import { ContentMissing, type ContentRead } from '#kernel/calls/content-read';
import { hostnameOf } from '#kernel/calls/sessions/cookies';
import type { Database } from '#kernel/database/db';
import { sendStatic } from '#kernel/http/replies/send-file';
import { packedFile, type StaticFile } from '#kernel/http/replies/static-files';
import type { KeepContent } from '#kernel/ports';
import type { MovableClock } from '#kernel/setup/clock';
import { announcedLine, lookOf } from './announced.ts';
import { createPageDoor, html, type PageDeps } from './page-doors.ts';
import type { BrandLook, SiteStyles } from './styles.ts';

/** Dependencies of the document. */
export interface SiteDocumentDeps extends PageDeps {
  readonly clock: MovableClock;
  readonly keepContent: KeepContent;
  readonly database: Database;
  readonly portal: PortalBuild | null;
  readonly read: ContentRead;
  /** The style sheets that the document links, for a brand's colour and icon. */
  stylesFor(look: BrandLook): Promise<SiteStyles>;
}

type PageType = 'pc' | 'h5';

/** Two layouts, two documents (R1.4). */
const pageTypeOf = (userAgent: string | undefined): PageType =>
  /Mobi|Android|iPhone/.test(userAgent ?? '') ? 'h5' : 'pc';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The line of maintenance stands before the application, so that no page needs a script for it. @source running 6.5 */
const withNotice = (template: string, line: string | null): string =>
  line === null
    ? template
    : template.replace(
        '<div id="ice-container"',
        () => `<p id="maintenance" role="status">${escaped(line)}</p><div id="ice-container"`,
      );

const createRender =
  ({ database, read, keepContent, clock, ...deps }: SiteDocumentDeps, build: PortalBuild) =>
  async (pageType: PageType, gatewayBase: string): Promise<StaticFile> => {
    const db = database.reading('service');
    const kept = await keptSite(db, { keepContent });
    const state = siteStateOf(kept, new Date(clock.nowMs()));
    // The footer's policies; the start-up call brings the other agreements before a form asks for them.
    const agreements = state.site.agreements.filter(({ scene }) => scene === 'register');
    const site = { ...state, site: { ...state.site, agreements } };
    const data: HomeData = await readHomeData(read, site.visibleFlag.IS_VISIBLE_DOC_CENTER === 'on');
    const { every, home, area } = await deps.stylesFor(await lookOf(db, { keepContent, clock }));
    const styles = { every: every.url, home: home.url, area: area.url };
    const line = await announcedLine(db, { keepContent, clock });
    const template = withNotice(build.template, line);
    return packedFile(html, build.render({ pageType, template, gatewayBase, styles, site, data }).html);
  };

/** The last rendered documents, one per page type and gateway. */
const createDocuments = (deps: SiteDocumentDeps, build: PortalBuild) => {
  const render = createRender(deps, build);
  const keep = (pageType: PageType, gatewayBase: string): Promise<StaticFile> =>
    deps.keepContent(`document ${pageType} ${gatewayBase}`, () => render(pageType, gatewayBase));
  return {
    of(request: FastifyRequest): Promise<StaticFile> {
      const pageType = pageTypeOf(request.headers['user-agent']);
      return keep(pageType, deps.config.gatewayBases[hostnameOf(request.headers.host)] ?? '');
    },
    /** Renders what most visitors ask for. */
    async renderFirst(): Promise<void> {
      await Promise.all([keep('pc', ''), keep('h5', '')]);
    },
  };
};

/** The door of the portal's document. */
export interface DocumentDoor {
  /** Sends it, or a sentence that says why there is none. */
  readonly send: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Renders it before anybody asks, so that it is there if the database is lost soon after the start; rejects where there is no content yet. */
  readonly renderFirst: () => Promise<void>;
}

/** Makes it. @source R1.4, R14.6, stack "First load", security 0.3 */
export const createDocumentDoor = (deps: SiteDocumentDeps): DocumentDoor => {
  const { portal } = deps;
  const { pageHeaders, say, refusesPlain } = createPageDoor(deps, portal?.scriptHashes ?? []);
  const documents = portal === null ? null : createDocuments(deps, portal);

  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (refusesPlain(request, reply)) return;
    if (documents === null) return say(reply, 503, '页面尚未构建', '请先构建门户，再启动服务。');
    const file = await documents.of(request).catch((error: unknown) => {
      if (error instanceof ContentMissing) return null;
      throw error;
    });
    if (file === null)
      return say(
        reply,
        503,
        '门户还没有内容',
        '请先在运营台（/console/）的内容 › 站点设置中填写并发布，或导入内容文件：npm run content -- import 内容目录。',
      );
    sendStatic(request, reply, file, { headers: pageHeaders, cacheControl: 'private, no-cache', vary: 'User-Agent' });
  };
  return { send, renderFirst: async () => documents?.renderFirst() };
};
