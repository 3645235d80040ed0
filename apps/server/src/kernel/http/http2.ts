import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants, Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** Headers of an HTTP/1.1 connection; HTTP/2 has none of them. */
const connectionHeaders = new Set(['connection', 'keep-alive']);

/** The headers of a list, names and values alternating: a record, which keeps every cookie. */
const recordOf = (list: readonly string[]): OutgoingHttpHeaders => {
  const record: OutgoingHttpHeaders = {};
  const cookies: string[] = [];
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [name = '', value = ''] = [list[at], list[at + 1]];
    if (name === 'set-cookie') cookies.push(value);
    else if (!connectionHeaders.has(name)) record[name] = value;
  }
  return cookies.length === 0 ? record : { ...record, 'set-cookie': cookies };
};

const asksToClose = (list: readonly string[]): boolean =>
  list.some((name, at) => at % 2 === 0 && name === 'connection' && list[at + 1] === 'close');

/**
 * A response over HTTP/2 that takes a list of headers as one over HTTP/1.1 does. Where that would end its connection, because the rest of
 * the body is not read, this ends its stream.
 */
export class CallResponse<
  Request extends Http2ServerRequest = Http2ServerRequest,
> extends Http2ServerResponse<Request> {
  override writeHead(status: number, ...rest: unknown[]): this {
    const [list] = rest;
    // Fastify writes records, the doors write lists.
    if (!Array.isArray(list)) return super.writeHead(status, ...(rest as [OutgoingHttpHeaders?]));
    if (asksToClose(list)) {
      this.once('finish', () => {
        const { stream } = this;
        stream.close(constants.NGHTTP2_NO_ERROR);
        // What is left of the body is dropped: a paused stream would hold its connection.
        stream.resume();
      });
    }
    return super.writeHead(status, recordOf(list));
  }
}

/**
 * Puts the host of an HTTP/2 request where the doors read it, as over HTTP/1.1. False when it names none, or two that differ.
 */
export const hostOfStream = ({ headers }: IncomingMessage): boolean => {
  const authority = headers[':authority'];
  if (typeof authority !== 'string') return headers.host !== undefined;
  if (headers.host !== undefined && headers.host !== authority) return false;
  headers.host = authority;
  return true;
};

/** Ends the connection of a request with its reply; over HTTP/2 once the streams that are open have theirs. */
export const endWithReply = (request: IncomingMessage, response: ServerResponse): void => {
  // Fastify has one type for both.
  const either: IncomingMessage | Http2ServerRequest = request;
  if (either instanceof Http2ServerRequest) either.stream.session?.close();
  else response.shouldKeepAlive = false;
};
