import type { FastifyInstance } from 'fastify';
import { type KeptSite, keptSite } from '#features/site/site.reads';
import type { Database } from '#kernel/database/db';
import { escapeHtml, plainPage } from '#kernel/http/replies/plain-page';
import { sendText } from '#kernel/http/replies/send-file';
import type { KeepContent } from '#kernel/ports';
import { createPageDoor, html, type PageDeps } from './page-doors.ts';

/** Dependencies of the page for old browsers. */
interface BrowserDoorDeps extends PageDeps {
  readonly database: Database;
  readonly keepContent: KeepContent;
}

const known = (text: string): boolean => text !== '' && text !== '—';

const bodyOf = (site: KeptSite | null, back: '/' | '/console/'): string => {
  const { phone = '', hours = '' } = site?.settings.contacts ?? {};
  const when = known(hours) ? `（${escapeHtml(hours)}）` : '';
  const call = known(phone) ? `<p>也可以打电话给我们：<b>${escapeHtml(phone)}</b>${when}</p>` : '';
  return `<h1>请更新浏览器</h1>
<p>您的浏览器版本较旧，打不开这里的页面。请使用下列浏览器的较新版本：</p>
<ul><li>Chrome 或 Edge 109 及以上</li><li>Safari 16.4 及以上（iOS 16.4、macOS 13.3 起）</li><li>Firefox 115 及以上</li><li>360、QQ 等浏览器：请切换到“极速模式”，或更新到最新版本</li></ul>
${call}<p><a href="${back}">已经更新，重新打开</a></p>`;
};

/** The page for browsers below the floor, to which the documents' first script sends them. It needs no script, and no database. @source ux, decision 0111 */
export const openBrowserDoor = (app: FastifyInstance, deps: BrowserDoorDeps): void => {
  const { pageHeaders } = createPageDoor(deps, []);
  const db = deps.database.reading('service');
  app.get<{ Querystring: { console?: unknown } }>('/browser', async ({ query }, reply) => {
    const site = await keptSite(db, deps).catch(() => null);
    const body = plainPage('请更新浏览器', bodyOf(site, query.console === undefined ? '/' : '/console/'));
    sendText(reply, { status: 200, type: html, body, headers: [...pageHeaders, 'cache-control', 'no-store'] });
  });
};
