import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSiteOf } from '#kernel/calls/sessions/cookies';
import type { Caller } from '#kernel/http/client-address';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/replies/headers';
import { plainPage } from '#kernel/http/replies/plain-page';
import { sendText } from '#kernel/http/replies/send-file';
import type { Config } from '#kernel/setup/config';

/** The type of every document. */
export const html = 'text/html; charset=utf-8';

/** For files whose names contain a hash. Nobody is signed in for them, so `public` would say nothing. */
export const forever = 'max-age=31536000, immutable';

const needsHttps =
  '浏览器只在 HTTPS 下提供登录与签名所需的加密功能。部署方可设置 TLS_CERT 与 TLS_KEY；如在代理之后，请设置 TRUST_PROXY。';

/** Dependencies of a document, the portal's or the console's. */
export interface PageDeps {
  readonly config: Config;
  readonly headers: ResponseHeaders;
  readonly callerOf: (request: FastifyRequest['raw']) => Caller;
}

/** What the doors of the documents have in common: their headers, a sentence in place of a document, and HTTPS. @source security 0.3, 4.7 */
export const createPageDoor = ({ config, headers, callerOf }: PageDeps, scriptHashes: readonly string[]) => {
  const bases = Object.values(config.gatewayBases).flatMap((base) => (base === '' ? [] : [new URL(base).origin]));
  const pageHeaders = headers.page(pagePolicy({ scriptHashes, connect: [...new Set(bases)] }));
  const siteOf = createSiteOf(false);
  const say = (reply: FastifyReply, status: number, title: string, text: string): void =>
    sendText(reply, {
      status,
      type: html,
      body: plainPage(title, `<h1>${title}</h1><p class="soft">${text}</p>`),
      headers: [...pageHeaders, 'cache-control', 'no-store'],
    });
  return {
    pageHeaders,
    say,
    /** Says that the page needs HTTPS, where it was asked for without; true when it did. */
    refusesPlain: (request: FastifyRequest, reply: FastifyReply): boolean => {
      const { https } = callerOf(request.raw);
      if (https || siteOf(https, request.headers.host).isPlain) return false;
      say(reply, 403, '请使用 HTTPS 访问', needsHttps);
      return true;
    },
  };
};
