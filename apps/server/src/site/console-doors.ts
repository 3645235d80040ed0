import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConsoleBuild } from '#adapters/console-build';
import { hostnameOf } from '#kernel/calls/sessions/cookies';
import { escapeHtml } from '#kernel/http/replies/plain-page';
import { sendStatic, sendText } from '#kernel/http/replies/send-file';
import type { StaticFile } from '#kernel/http/replies/static-files';
import { type EarlierDeps, sendEarlier } from './earlier-files.ts';
import { createPageDoor, forever, html, type PageDeps } from './page-doors.ts';

/** Dependencies of the console's doors. */
interface ConsoleDoorDeps extends PageDeps, EarlierDeps {
  readonly console: ConsoleBuild | null;
}

/** The console: one document, which is never cached, and its files under names with a hash. @source R11.1, security 4.7 */
export const openConsoleDoors = (app: FastifyInstance, deps: ConsoleDoorDeps): void => {
  const { console: build, config, headers } = deps;
  const { pageHeaders, say, refusesPlain } = createPageDoor(deps, build?.scriptHashes ?? []);
  const documentFor = (request: FastifyRequest, { document }: ConsoleBuild): string => {
    const base = config.gatewayBases[hostnameOf(request.headers.host)] ?? '';
    return document.replace('<!--document:head-->', `<meta name="gateway-base" content="${escapeHtml(base)}">`);
  };
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308));
  // The last one for programs that add a slash to the address which the first start prints.
  for (const path of ['/console/', '/console/index.html', '/console//']) {
    app.get(path, (request, reply) => {
      if (refusesPlain(request, reply)) return;
      if (build === null) return say(reply, 503, '页面尚未构建', '请先构建运营台，再启动服务。');
      const body = documentFor(request, build);
      sendText(reply, { status: 200, type: html, body, headers: [...pageHeaders, 'cache-control', 'no-store'] });
    });
  }
  app.get('/console/assets/*', (request, reply) => {
    const name = request.url.slice('/console/assets/'.length).split('?', 1)[0] ?? '';
    const send = (file: StaticFile) =>
      sendStatic(request, reply, file, { headers: headers.asset, cacheControl: forever });
    const file = build?.assets.get(name);
    return file === undefined ? sendEarlier(reply, deps.releases.find('console', name), send) : send(file);
  });
};
