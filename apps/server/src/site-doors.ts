import type { FastifyInstance } from 'fastify';
import { readSiteState } from '#features/site/site.handlers';
import { findMedia } from '#features/site/site.sql';
import { mediaDoor } from '#kernel/http/media-door';
import { sendStatic } from '#kernel/http/send-file';
import { staticFile } from '#kernel/http/static-files';
import { createSendDocument, type SiteDocumentDeps } from './site-document.ts';

/** The one colour that a provider's brand overrides; anything that is no colour is left out. */
const brandCss = (primary: string): string => (/^#[0-9a-f]{3,8}$/i.test(primary) ? `:root{--brand:${primary}}\n` : '');

/** The document, the portal's files, the brand's colours and the content's media. */
export const openSiteDoors = (app: FastifyInstance, deps: SiteDocumentDeps): void => {
  const { portal, database } = deps;
  const headers = deps.headers.plain;
  const db = database.reading('service');
  const sendDocument = createSendDocument(deps);
  for (const path of ['/', '/index.html']) app.get(path, sendDocument);

  app.get('/site.css', async (request, reply) => {
    const { site } = await readSiteState(db);
    const file = staticFile('text/css; charset=utf-8', Buffer.from(brandCss(site.brand.primary)));
    const isVersioned = Object.hasOwn(Object(request.query), 'v');
    sendStatic(request, reply, file, { headers, cacheControl: isVersioned ? 'public, max-age=86400' : 'no-cache' });
  });

  app.get('/assets/*', (request, reply) => {
    const name = request.url.slice('/assets/'.length).split('?', 1)[0] ?? '';
    const file = portal?.assets.get(name);
    if (file === undefined) return reply.callNotFound();
    sendStatic(request, reply, file, { headers, cacheControl: 'public, max-age=31536000, immutable' });
  });
  for (const [name, file] of portal?.rootFiles ?? []) {
    app.get(`/${name}`, (request, reply) =>
      sendStatic(request, reply, file, { headers, cacheControl: 'public, max-age=3600' }),
    );
  }

  const sendMedia = mediaDoor(deps.headers, (name) => findMedia(db, name));
  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
    sendMedia(request, reply, request.params.name),
  );
};
