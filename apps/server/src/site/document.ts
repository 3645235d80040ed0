import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HomeData, PortalBuild } from '#adapters/portal-build';
import { readHomeData } from '#features/site/home-data';
import { keptSite, siteStateOf } from '#features/site/site.reads';
import { ContentMissing, type ContentRead } from '#kernel/calls/content-read';
import { createSiteOf, hostnameOf } from '#kernel/calls/sessions/cookies';
import type { Database } from '#kernel/database/db';
import type { Caller } from '#kernel/http/client-address';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/replies/headers';
import { plainPage } from '#kernel/http/replies/plain-page';
import { sendStatic, sendText } from '#kernel/http/replies/send-file';
import { packedFile, type StaticFile } from '#kernel/http/replies/static-files';
import type { KeepContent } from '#kernel/ports';
import type { MovableClock } from '#kernel/setup/clock';
import type { Config } from '#kernel/setup/config';
import type { SiteStyles } from './styles.ts';

const html = 'text/html; charset=utf-8';

/** Dependencies of the document. */
export interface SiteDocumentDeps {
  readonly clock: MovableClock;
  readonly keepContent: KeepContent;
  readonly config: Config;
  readonly database: Database;
  readonly portal: PortalBuild | null;
  readonly headers: ResponseHeaders;
  readonly read: ContentRead;
  /** The style sheets that the document links, for a brand's colour. */
  stylesFor(primary: string): Promise<SiteStyles>;
  callerOf(request: FastifyRequest['raw']): Caller;
}

type PageType = 'pc' | 'h5';

/** Two layouts, two documents (R1.4). */
const pageTypeOf = (userAgent: string | undefined): PageType =>
  /Mobi|Android|iPhone/.test(userAgent ?? '') ? 'h5' : 'pc';

const createRender =
  ({ database, read, keepContent, clock, ...deps }: SiteDocumentDeps, build: PortalBuild) =>
  async (pageType: PageType, gatewayBase: string): Promise<StaticFile> => {
    const site = siteStateOf(await keptSite(database.reading('service'), { keepContent }), new Date(clock.nowMs()));
    const data: HomeData = await readHomeData(read, site.visibleFlag.IS_VISIBLE_DOC_CENTER === 'on');
    const { every, home, area } = await deps.stylesFor(site.site.brand.primary);
    const styles = { every: every.url, home: home.url, area: area.url };
    return packedFile(html, build.render({ pageType, template: build.template, gatewayBase, styles, site, data }).html);
  };

/** The last rendered documents, one per page type and gateway. */
const createDocuments = (deps: SiteDocumentDeps, build: PortalBuild) => {
  const render = createRender(deps, build);
  return (request: FastifyRequest): Promise<StaticFile> => {
    const pageType = pageTypeOf(request.headers['user-agent']);
    const gatewayBase = deps.config.gatewayBases[hostnameOf(request.headers.host)] ?? '';
    return deps.keepContent(`document ${pageType} ${gatewayBase}`, () => render(pageType, gatewayBase));
  };
};

const needsHttps =
  '浏览器只在 HTTPS 下提供登录与签名所需的加密功能。部署方可设置 TLS_CERT 与 TLS_KEY；如在代理之后，请设置 TRUST_PROXY。';

/** Sends the portal's document, or a sentence that says why there is none. @source R1.4, stack "First load", security 0.3 */
export const createSendDocument = (deps: SiteDocumentDeps) => {
  const { portal, headers, config } = deps;
  const bases = Object.values(config.gatewayBases).flatMap((base) => (base === '' ? [] : [new URL(base).origin]));
  const policy = pagePolicy({ scriptHashes: portal?.scriptHashes ?? [], connect: [...new Set(bases)] });
  const pageHeaders = headers.page(policy);
  const siteOf = createSiteOf(false);
  const documentFor = portal === null ? null : createDocuments(deps, portal);

  const say = (reply: FastifyReply, status: number, title: string, text: string): void =>
    sendText(reply, {
      status,
      type: html,
      body: plainPage(title, `<h1>${title}</h1><p class="soft">${text}</p>`),
      headers: [...pageHeaders, 'cache-control', 'no-store'],
    });

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { https } = deps.callerOf(request.raw);
    if (!https && !siteOf(https, request.headers.host).isPlain) return say(reply, 403, '请使用 HTTPS 访问', needsHttps);
    if (documentFor === null) return say(reply, 503, '页面尚未构建', '请先构建门户，再启动服务。');
    const file = await documentFor(request).catch((error: unknown) => {
      if (error instanceof ContentMissing) return null;
      throw error;
    });
    if (file === null) return say(reply, 503, '门户还没有内容', '请先导入：npm run content -- import 内容目录。');
    sendStatic(request, reply, file, { headers: pageHeaders, cacheControl: 'private, no-cache', vary: 'User-Agent' });
  };
};
