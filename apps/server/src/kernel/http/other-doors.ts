import { catalogue, type ErrCode } from '@ronghui/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '#kernel/calls/faults';
import { Refusal } from '#kernel/calls/refusal';
import { failureText } from '#kernel/calls/replies/wire-reply';
import type { createReadGuard } from '#kernel/http/bodies/read-guard';
import { pagePolicy, type ResponseHeaders } from '#kernel/http/replies/headers';
import { plainPage } from '#kernel/http/replies/plain-page';
import { sendText } from '#kernel/http/replies/send-file';
import type { Log } from '#kernel/ports';
import { newTraceId } from '#kernel/setup/ids';

const missing = plainPage(
  '页面不存在 - 融惠',
  '<h1>页面不存在</h1><p class="soft">您访问的地址有误，或内容已被移除。</p><p><a href="/">返回首页</a></p>',
);

/** What they stand on. */
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

/** What a person reads of a refusal that may pass. */
const laterPage = (code: ErrCode): string => {
  const { message } = catalogue[code];
  return plainPage(message, `<h1>${message}</h1><p class="soft">请稍后刷新页面。</p>`);
};

/** When to come again, where the refusal does not know better. @unit seconds */
const laterSec = 5;

/** A fault of the listener's own, a path that cannot be decoded among them, is a 400; all else is what a call would be told of it. */
const refusalFor = (error: Error & { statusCode?: number }, log: Log, requestId: string): Refusal => {
  if (error.statusCode === undefined || error.statusCode >= 500)
    return refusalOf(error, log, { requestId, operation: 'read' });
  log.warn({ event: 'listenerFault', requestId, code: 'RHSY400', error });
  return new Refusal('RHSY400');
};

/** Answers what a read threw: a refusal, a database that is gone (503), or a fault (500) without a word of it (R8.5, R8.6). */
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

/** What leads nowhere: a page for people, the contract's 404 for programs. */
export const closeOtherDoors = (app: FastifyInstance, { headers, log, guard }: OtherDoorDeps): void => {
  const page = ownPage(headers);
  // Before validation: that is passed by who knocks here first, and not by who was sent on from a door.
  app.setNotFoundHandler({ preValidation: guard }, (request, reply) => {
    if (isReader(request)) return sendText(reply, { status: 404, type: html, body: missing, headers: page });
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
