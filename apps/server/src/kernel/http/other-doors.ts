import type { FastifyInstance } from 'fastify';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/headers';
import { plainPage } from '#kernel/http/plain-page';
import { sendText } from '#kernel/http/send-file';
import { newTraceId } from '#kernel/ids';
import { failureText } from '#kernel/wire-reply';

const missing = plainPage(
  '页面不存在 - 融惠',
  '<h1>页面不存在</h1><p class="soft">您访问的地址有误，或内容已被移除。</p><p><a href="/">返回首页</a></p>',
);

/** What leads nowhere: a page for people, the contract's 404 for programs; a fault of the listener's own is a 400 or a 500 without a word. */
export const closeOtherDoors = (app: FastifyInstance, headers: ResponseHeaders): void => {
  const page = [...headers.page(pagePolicy({ scriptHashes: [], connect: [] })), 'cache-control', 'no-store'];
  const json = 'application/json; charset=utf-8';
  app.setNotFoundHandler((request, reply) => {
    const isReader = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (isReader)
      return sendText(reply, { status: 404, type: 'text/html; charset=utf-8', body: missing, headers: page });
    const body = failureText({ code: 'RHSY404', data: undefined }, newTraceId());
    // Whatever body comes with it is not worth reading.
    const headerList = request.raw.complete ? headers.api : [...headers.api, 'connection', 'close'];
    sendText(reply, { status: 404, type: json, body, headers: headerList });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const code = error.statusCode !== undefined && error.statusCode < 500 ? 'RHSY400' : 'RHSY500';
    const body = failureText({ code, data: undefined }, newTraceId());
    sendText(reply, {
      status: code === 'RHSY400' ? 400 : 500,
      type: json,
      body,
      headers: [...headers.api, 'connection', 'close'],
    });
  });
};
