import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HomeData, PortalBuild } from '#adapters/portal-build';
import { readHomeData } from '#features/site/home-data';
import { readSiteState } from '#features/site/site.handlers';
import { findMedia } from '#features/site/site.sql';
import type { Config } from '#kernel/config';
import type { ContentRead } from '#kernel/content-read';
import { isPlainSite } from '#kernel/cookies';
import type { Database } from '#kernel/db';
import { refusalOf } from '#kernel/faults';
import type { Caller } from '#kernel/http/client-address';
import { type HeaderList, pagePolicy, type ResponseHeaders } from '#kernel/http/headers';
import { mediaDoor } from '#kernel/http/media-door';
import { plainPage } from '#kernel/http/plain-page';
import { sendStatic, sendText } from '#kernel/http/send-file';
import { type StaticFile, staticFile } from '#kernel/http/static-files';
import { newTraceId } from '#kernel/ids';
import type { Log } from '#kernel/ports';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const html = 'text/html; charset=utf-8';
const cacheForMs = 60_000;

/** What the site's own pages stand on. */
export interface SiteDoorDeps {
  readonly config: Config;
  readonly database: Database;
  readonly portal: PortalBuild | null;
  readonly headers: ResponseHeaders;
  readonly read: ContentRead;
  readonly log: Log;
  readonly clock: { nowMs(): number };
  /** Moves on with every change of content. */
  contentVersion(): number;
  callerOf(request: FastifyRequest['raw']): Caller;
}

interface Kept {
  readonly file: StaticFile;
  readonly version: number;
  readonly endMs: number;
}

/** Two layouts, two documents (R1.4). */
const pageTypeOf = (userAgent: string | undefined): 'pc' | 'h5' =>
  /Mobi|Android|iPhone/.test(userAgent ?? '') ? 'h5' : 'pc';
const hostnameOf = (request: FastifyRequest): string => (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

const pack = async (text: string): Promise<StaticFile> => {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)]);
  return staticFile(html, plain, { br, gzip: gz });
};

/** The document, the portal's files, the brand's colours and the content's media. */
export const openSiteDoors = (app: FastifyInstance, deps: SiteDoorDeps): void => {
  const { config, database, portal, headers } = deps;
  const bases = Object.values(config.gatewayBases).flatMap((base) => (base === '' ? [] : [new URL(base).origin]));
  const policy = pagePolicy({ scriptHashes: portal?.scriptHashes ?? [], connect: [...new Set(bases)] });
  const pageHeaders = headers.page(policy);
  const kept = new Map<string, Kept>();
  const db = database.reading('service');

  const noStore: HeaderList = [...pageHeaders, 'cache-control', 'no-store'];
  const sendPage = (reply: FastifyReply, status: number, title: string, text: string) =>
    sendText(reply, {
      status,
      type: html,
      body: plainPage(title, `<h1>${title}</h1><p class="soft">${text}</p>`),
      headers: noStore,
    });

  const render = async (pageType: 'pc' | 'h5', gatewayBase: string, build: PortalBuild): Promise<StaticFile> => {
    const site = await readSiteState(db);
    const data: HomeData = await readHomeData(deps.read, site.visibleFlag.IS_VISIBLE_DOC_CENTER === 'on');
    const siteCssUrl = `/site.css?v=${encodeURIComponent(site.site.brand.primary.replace('#', ''))}`;
    const { template } = build;
    return pack(build.render({ pageType, template, gatewayBase, siteCssUrl, site, data }).html);
  };

  const documentFor = async (request: FastifyRequest, build: PortalBuild): Promise<StaticFile> => {
    const pageType = pageTypeOf(request.headers['user-agent']);
    const gatewayBase = config.gatewayBases[hostnameOf(request)] ?? '';
    const key = `${pageType} ${gatewayBase}`;
    const version = deps.contentVersion();
    const known = kept.get(key);
    if (known !== undefined && known.version === version && deps.clock.nowMs() < known.endMs) return known.file;
    const file = await render(pageType, gatewayBase, build);
    kept.set(key, { file, version, endMs: deps.clock.nowMs() + cacheForMs });
    return file;
  };

  const sendDocument = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { https } = deps.callerOf(request.raw);
    const site = { https, hostname: hostnameOf(request), production: false };
    if (!https && !isPlainSite(site)) {
      return sendPage(
        reply,
        403,
        '请使用 HTTPS 访问',
        '浏览器只在 HTTPS 下提供登录与签名所需的加密功能。部署方可设置 TLS_CERT 与 TLS_KEY；如在代理之后，请设置 TRUST_PROXY。',
      );
    }
    if (portal === null) return sendPage(reply, 503, '页面尚未构建', '请先构建门户，再启动服务。');
    try {
      const file = await documentFor(request, portal);
      sendStatic(request, reply, file, { headers: pageHeaders, cacheControl: 'private, no-cache', vary: 'User-Agent' });
    } catch (error) {
      const { status } = refusalOf(error, deps.log, { requestId: newTraceId(), operation: 'document' });
      sendPage(reply, status, '系统繁忙，请稍后再试', '请稍后刷新页面。');
    }
  };

  for (const path of ['/', '/index.html']) app.get(path, sendDocument);

  app.get('/site.css', async (request, reply) => {
    const { site } = await readSiteState(db);
    const primary = /^#[0-9a-f]{3,8}$/i.test(site.brand.primary) ? site.brand.primary : '';
    const css = primary === '' ? '' : `:root{--brand:${primary}}\n`;
    const isVersioned = request.query !== null && Object.hasOwn(Object(request.query), 'v');
    const cacheControl = isVersioned ? 'public, max-age=86400' : 'no-cache';
    sendStatic(request, reply, staticFile('text/css; charset=utf-8', Buffer.from(css)), {
      headers: headers.plain,
      cacheControl,
    });
  });

  app.get('/assets/*', (request, reply) => {
    const name = request.url.slice('/assets/'.length).split('?', 1)[0] ?? '';
    const file = portal?.assets.get(name);
    if (file === undefined) return reply.callNotFound();
    sendStatic(request, reply, file, { headers: headers.plain, cacheControl: 'public, max-age=31536000, immutable' });
  });
  for (const [name, file] of portal?.rootFiles ?? []) {
    app.get(`/${name}`, (request, reply) =>
      sendStatic(request, reply, file, { headers: headers.plain, cacheControl: 'public, max-age=3600' }),
    );
  }

  const sendMedia = mediaDoor(headers, (name) => findMedia(db, name));
  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
    sendMedia(request, reply, request.params.name),
  );
};
