import { catalogue, type ErrCode } from '@ronghui/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureText } from '#kernel/calls/replies/wire-reply';
import { refusalOf } from '#kernel/faults';
import type { createReadGuard } from '#kernel/http/bodies/read-guard';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/replies/headers';
import { plainPage } from '#kernel/http/replies/plain-page';
import { sendText } from '#kernel/http/replies/send-file';
import type { Log } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';
import { newTraceId } from '#kernel/setup/ids';

const missing = plainPage(
  '页面不存在 - 融惠',
  '<h1>页面不存在</h1><p class="soft">您访问的地址有误，或内容已被移除。</p><p><a href="/">返回首页</a></p>',
);

/** Dependencies of these doors. */
export interface OtherDoorDeps {
  readonly headers: ResponseHeaders;
  readonly log: Log;
  readonly guard: ReturnType<typeof createReadGuard>;
}

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

const isReader = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const ownPage = (headers: ResponseHeaders) => [
  ...headers.page(pagePolicy({ scriptHashes: [], connect: [] })),
  'cache-control',
  'no-store',
];

/** The text of a temporary refusal, for people. */
const laterPage = (code: ErrCode): string => {
  const { message } = catalogue[code];
  return plainPage(message, `<h1>${message}</h1><p class="soft">请稍后刷新页面。</p>`);
};

/** `Retry-After` where the refusal does not set it. @unit seconds */
const laterSec = 5;

/** An error of the HTTP server itself, such as a path that cannot be decoded, is a 400; other errors are answered as those of a call. */
const refusalFor = (error: Error & { statusCode?: number }, log: Log, requestId: string): Refusal => {
  if (error.statusCode === undefined || error.statusCode >= 500)
    return refusalOf(error, log, { requestId, operation: 'read' });
  log.warn({ event: 'listenerFault', requestId, code: 'RHSY400', error });
  return new Refusal('RHSY400');
};

/** Answers an error of a read: a refusal, an unreachable database (503), or an internal error (500) without details (R8.5, R8.6). */
export const answerFaults = (headers: ResponseHeaders, log: Log) => {
  const page = ownPage(headers);
  return (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): void => {
    const requestId = newTraceId();
    const refusal = refusalFor(error, log, requestId);
    const { code, status, retryAfterSec = laterSec } = refusal;
    const retryAfter = status === 503 || status === 429 ? ['retry-after', String(retryAfterSec)] : [];
    log.info({ event: 'refused', requestId, status, code });
    const last = [...retryAfter, 'connection', 'close'];
    if (status >= 429 && isReader(request))
      sendText(reply, { status, type: html, body: laterPage(code), headers: [...page, ...last] });
    else
      sendText(reply, {
        status,
        type: json,
        body: failureText(refusal, requestId),
        headers: [...headers.api, ...last],
      });
  };
};

/** Answers unknown paths: with a page for people, with the contract's 404 for programs. */
export const closeOtherDoors = (app: FastifyInstance, { headers, log, guard }: OtherDoorDeps): void => {
  const page = ownPage(headers);
  // Before validation, because only direct requests pass it, not those forwarded from a door.
  app.setNotFoundHandler({ preValidation: guard }, (request, reply) => {
    if (isReader(request)) return sendText(reply, { status: 404, type: html, body: missing, headers: page });
    const requestId = newTraceId();
    log.info({ event: 'refused', requestId, status: 404, code: 'RHSY404' });
    const body = failureText({ code: 'RHSY404', data: undefined }, requestId);
    // A body sent with it is not read.
    const headerList = request.raw.complete ? headers.api : [...headers.api, 'connection', 'close'];
    sendText(reply, { status: 404, type: json, body, headers: headerList });
  });
  // Only doors read bodies; for any other path the body stays unread, whatever its type and length.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.setErrorHandler(answerFaults(headers, log));
};
