import type { FastifyInstance } from 'fastify';
import type { ConsoleBuild } from '#adapters/console-build';
import { findMedia, keptSite } from '#features/site/site.reads';
import { mediaDoor } from '#kernel/http/replies/media-door';
import { sendStatic } from '#kernel/http/replies/send-file';
import type { StaticFile } from '#kernel/http/replies/static-files';
import { lookOf } from './announced.ts';
import { openBrowserDoor } from './browser-door.ts';
import { openConsoleDoors } from './console-doors.ts';
import { createDocumentDoor, type SiteDocumentDeps } from './document.ts';
import { type EarlierDeps, sendEarlier } from './earlier-files.ts';
import { forever } from './page-doors.ts';
import { createSiteStyles } from './styles.ts';

const sheetNames = { '/site.css': 'every', '/home.css': 'home', '/area.css': 'area' } as const;
/** The paths of the style sheets for the first paint. */
export const styleSheets = ['/site.css', '/home.css', '/area.css'] as const;

/** Dependencies of the doors. */
interface SiteDoorDeps extends Omit<SiteDocumentDeps, 'stylesFor'>, EarlierDeps {
  /** Changes when new media may exist. */
  readonly contentVersion: () => number;
  readonly console: ConsoleBuild | null;
}

/** The document, the portal's files, the styles with the brand's colours, and the content's media. */
export const openSiteDoors = (app: FastifyInstance, deps: SiteDoorDeps): void => {
  const { portal, database } = deps;
  const { plain, asset } = deps.headers;
  // A picture can be opened by itself, as a document.
  const headersOf = ({ type }: StaticFile) => (/^text\/(?:javascript|css)/.test(type) ? asset : plain);
  const db = database.reading('service');
  const stylesFor = createSiteStyles(portal);
  const document = createDocumentDoor({ ...deps, stylesFor });
  for (const path of ['/', '/index.html']) app.get(path, document.send);
  openConsoleDoors(app, deps);
  openBrowserDoor(app, deps);

  const readStyles = async () => stylesFor(await lookOf(db, deps));
  app.addHook('onListen', async () => {
    // The reply to a request says why it failed.
    await Promise.allSettled([document.renderFirst(), deps.keepContent('styles', readStyles)]);
  });
  for (const path of styleSheets) {
    app.get<{ Querystring: { v?: unknown } }>(path, async (request, reply) => {
      const { file, version } = (await deps.keepContent('styles', readStyles))[sheetNames[path]];
      // An outdated version gets the current file, uncached.
      const cacheControl = request.query.v === version ? forever : 'no-cache';
      sendStatic(request, reply, file, { headers: asset, cacheControl });
    });
  }

  app.get('/assets/*', (request, reply) => {
    const name = request.url.slice('/assets/'.length).split('?', 1)[0] ?? '';
    const send = (file: StaticFile) =>
      sendStatic(request, reply, file, { headers: headersOf(file), cacheControl: forever, isHashed: true });
    const file = portal?.assets.get(name);
    return file === undefined ? sendEarlier(reply, deps.releases.find('portal', name), send) : send(file);
  });
  for (const [name, file] of portal?.rootFiles ?? []) {
    app.get(`/${name}`, async (request, reply) => {
      const own = name === 'favicon.svg' ? (await keptSite(db, deps)).settings.brand.faviconUrl : undefined;
      if (own !== undefined) return reply.header('cache-control', 'no-cache').redirect(own, 302);
      sendStatic(request, reply, file, { headers: plain, cacheControl: 'public, max-age=3600' });
    });
  }

  const sendMedia = mediaDoor(deps.headers, { find: (name) => findMedia(db, name), version: deps.contentVersion });
  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
    sendMedia(request, reply, request.params.name),
  );
};
