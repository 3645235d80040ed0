import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { CallReply } from '#kernel/calls/call';
import { failureReply } from '#kernel/calls/replies/call-replies';
import { refusalOf } from '#kernel/faults';
import { sendFile } from '#kernel/http/replies/file-reply';
import type { ResponseHeaders } from '#kernel/http/replies/headers';
import { discardBody } from '#kernel/http/replies/unread-body';
import type { Log } from '#kernel/ports';

/** Dependencies of the writer. */
export interface ReplyWriterDeps {
  readonly headers: ResponseHeaders;
  readonly allowedOrigins: readonly string[];
  readonly log: Log;
}

/** Turns replies into bytes. */
export interface ReplyWriter {
  write(request: IncomingMessage, raw: ServerResponse, reply: CallReply): void;
  /** The reply to a thrown error. */
  refuse(request: IncomingMessage, raw: ServerResponse, error: unknown, traceId: string): void;
}

const jsonType = ['content-type', 'application/json; charset=utf-8'] as const;
const none: readonly string[] = [];

/** The headers of a reply to a listed origin, whose pages may read it. */
const corsTo = (origin: string): readonly string[] => [
  'access-control-allow-origin',
  origin,
  'access-control-allow-credentials',
  'true',
  'vary',
  'Origin',
  'access-control-expose-headers',
  'Content-Disposition, Retry-After',
];

/** Replies within these lengths are compressed: the start-up call, lists and long records, and nothing that would hold up other calls. @unit characters */
const packedLengths = { from: 1_000, to: 128_000 } as const;

/**
 * The compressed reply; null where it is sent as it is. Its length gives nothing away: nobody but the page itself can sign a call, and
 * the start-up call, which is not signed, repeats nothing that its caller chose.
 */
const packedBody = (request: IncomingMessage, { body, status, cookies }: CallReply): Buffer | null => {
  if (typeof body !== 'string' || status !== 200 || cookies.length > 0 || !request.complete) return null;
  if (body.length < packedLengths.from || body.length > packedLengths.to) return null;
  return /\bgzip\b(?!;q=0)/.test(String(request.headers['accept-encoding'])) ? gzipSync(body, { level: 4 }) : null;
};

/** Makes the writer; headers common to all replies are prepared once. */
export const createReplyWriter = ({ headers, allowedOrigins, log }: ReplyWriterDeps): ReplyWriter => {
  const jsonHeaders: readonly string[] = [...headers.json, ...jsonType];

  const corsOf = ({ headers: { origin } }: IncomingMessage): readonly string[] =>
    origin !== undefined && allowedOrigins.includes(origin) ? corsTo(origin) : none;

  const write: ReplyWriter['write'] = (request, raw, reply) => {
    const { body } = reply;
    if (typeof body !== 'string' && !('latin1' in body)) {
      sendFile(raw, body, [...headers.json, ...corsOf(request)]).catch((error: unknown) => {
        log.warn({ event: 'fileReplyCut', error });
        raw.destroy();
      });
      return;
    }
    const list = jsonHeaders.slice();
    const packed = packedBody(request, reply);
    const length = packed?.length ?? (typeof body === 'string' ? Buffer.byteLength(body) : body.latin1.length);
    list.push('content-length', String(length));
    if (packed !== null) list.push('content-encoding', 'gzip');
    if (request.headers.origin !== undefined) list.push(...corsOf(request));
    for (const cookie of reply.cookies) list.push('set-cookie', cookie);
    if (reply.retryAfterSec !== undefined) list.push('retry-after', String(reply.retryAfterSec));
    const isUnread = !request.complete;
    if (isUnread) list.push('connection', 'close');
    raw.writeHead(reply.status, list);
    if (packed !== null) {
      raw.end(packed);
      return;
    }
    const [text, encoding] = typeof body === 'string' ? ([body, 'utf8'] as const) : ([body.latin1, 'latin1'] as const);
    // Who was too slow is not waited for.
    if (!isUnread || reply.status === 408) {
      raw.end(text, encoding);
      return;
    }
    raw.write(text, encoding);
    discardBody(request, () => raw.end());
  };

  return {
    write,
    refuse(request, raw, error, traceId) {
      const refusal = refusalOf(error, log, { requestId: traceId });
      log.info({ event: 'refused', requestId: traceId, status: refusal.status, code: refusal.code });
      write(request, raw, failureReply({ traceId }, refusal));
    },
  };
};
