import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/headers';
import { plainPage } from '#kernel/http/plain-page';
import { sendText } from '#kernel/http/send-file';
import { newTraceId } from '#kernel/ids';
import type { Log } from '#kernel/ports';
import { failureText } from '#kernel/wire-reply';

const missing = plainPage(
  '页面不存在 - 融惠',
  '<h1>页面不存在</h1><p class="soft">您访问的地址有误，或内容已被移除。</p><p><a href="/">返回首页</a></p>',
);

const json = 'application/json; charset=utf-8';

/** Answers a fault of the listener's own, a path that cannot be decoded among them: a 400 or a 500 without a word of it (R8.5). */
export const answerFaults =
  (headers: ResponseHeaders, log: Log) =>
  (error: Error & { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply): void => {
    const code = error.statusCode !== undefined && error.statusCode < 500 ? 'RHSY400' : 'RHSY500';
    const requestId = newTraceId();
    log.warn({ event: 'listenerFault', requestId, code, error });
    const body = failureText({ code, data: undefined }, requestId);
    sendText(reply, {
      status: code === 'RHSY400' ? 400 : 500,
      type: json,
      body,
      headers: [...headers.api, 'connection', 'close'],
    });
  };

/** What leads nowhere: a page for people, the contract's 404 for programs. */
export const closeOtherDoors = (app: FastifyInstance, headers: ResponseHeaders, log: Log): void => {
  const page = [...headers.page(pagePolicy({ scriptHashes: [], connect: [] })), 'cache-control', 'no-store'];
  app.setNotFoundHandler((request, reply) => {
    const isReader = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (isReader)
      return sendText(reply, { status: 404, type: 'text/html; charset=utf-8', body: missing, headers: page });
    const requestId = newTraceId();
    log.info({ event: 'refused', requestId, status: 404, code: 'RHSY404' });
    const body = failureText({ code: 'RHSY404', data: undefined }, requestId);
    // Whatever body comes with it is not worth reading.
    const headerList = request.raw.complete ? headers.api : [...headers.api, 'connection', 'close'];
    sendText(reply, { status: 404, type: json, body, headers: headerList });
  });
  // Nothing but a door reads a body: of any type and any length it stays where it is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.setErrorHandler(answerFaults(headers, log));
};
