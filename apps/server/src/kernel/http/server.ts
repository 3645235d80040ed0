import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { failureText } from '#kernel/calls/replies/wire-reply';
import { CallResponse, endWithReply, hostOfStream } from '#kernel/http/http2';
import { answerFaults } from '#kernel/http/other-doors';
import type { ResponseHeaders } from '#kernel/http/replies/headers';
import { sparePersistence } from '#kernel/http/spare-persistence';
import type { Log } from '#kernel/ports';
import { newTraceId } from '#kernel/setup/ids';

/** A certificate and its key, as files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The contents of both. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** What a listener needs besides its limits. */
export interface ListenerOptions {
  readonly headers: ResponseHeaders;
  readonly tls: TlsFiles | null;
  readonly log: Log;
  /** Whether the node drains: what is still asked is answered, and its connection ends. */
  readonly isLeaving: () => boolean;
  /** Undefined where the node may serve; of one that was stopped, whether it still may. */
  readonly awaken: () => Promise<boolean> | undefined;
}

/** How a pair is used, at the start and when it is renewed. */
export const secureOptions = (pair: TlsPair) => ({ ...pair, minVersion: 'TLSv1.2' as const });

const headersTimeoutMs = 10_000;
const keepAliveTimeoutMs = 30_000;
const requestsPerSocket = 10_000;
/** How often unfinished heads are looked for. */
const checkMs = 2000;
/** How long calls under way may go on while the server closes: less than a stop has, because the database stops after them. */
const closeMs = 4000;
/** Streams of one HTTP/2 connection at a time; a browser opens that many for the pieces of a page. */
const streamsPerConnection = 100;
/** Beyond it new connections are dropped: each costs memory, and one node is sized for ten thousand open pages. */
const maxConnections = 20_000;
const maxHeaderBytes = 16 * 1024;

/** Node keeps the first of several Host headers; a proxy before us may have gone by another one. */
const hasOneHost = (request: IncomingMessage): boolean => {
  if (request.httpVersionMajor === 2) return hostOfStream(request);
  const { rawHeaders } = request;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
};

/** The connection is gone, or no request came in time. */
const isSilent = (code: string | undefined): boolean => code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * A request that is not valid HTTP gets one short reply, and its connection is closed. A connection on which no request came in time is
 * closed without a reply: browsers open connections ahead of their use, and would take the reply for that to the request that they are
 * just sending. One that finds its connection closed they send again.
 */
const refuseConnection = (headers: ResponseHeaders) => (error: Error & { code?: string }, socket: Socket) => {
  if (isSilent(error.code) || !socket.writable) return socket.destroy();
  const body = failureText({ code: 'RHSY400', data: undefined }, newTraceId());
  const lines = [`HTTP/1.1 400 Bad Request`, 'content-type: application/json; charset=utf-8'];
  for (let at = 0; at + 1 < headers.api.length; at += 2) lines.push(`${headers.api[at]}: ${headers.api[at + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
};

/** What both kinds of listener have in common. */
const commonOptions = (headers: ResponseHeaders, log: Log) => ({
  logger: false as const,
  // The doors set their own deadlines, because a form and an upload need different ones.
  requestTimeout: 0,
  keepAliveTimeout: keepAliveTimeoutMs,
  maxRequestsPerSocket: requestsPerSocket,
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
  clientErrorHandler: refuseConnection(headers),
  frameworkErrors: answerFaults(headers, log),
  routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
  genReqId: newTraceId,
});
type CommonOptions = ReturnType<typeof commonOptions>;

/** Speaks HTTP/2 where the client does, and HTTP/1.1 otherwise (stack, first load). */
const secureServer = (
  { clientErrorHandler, frameworkErrors: _, ...options }: CommonOptions,
  tls: TlsFiles,
): FastifyInstance => {
  const app = fastify({
    ...options,
    http2: true,
    http2SessionTimeout: keepAliveTimeoutMs,
    https: {
      ...secureOptions({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }),
      allowHTTP1: true,
      settings: { maxConcurrentStreams: streamsPerConnection, maxHeaderListSize: maxHeaderBytes },
      Http2ServerResponse: CallResponse,
    },
  });
  // Node takes these options for HTTP/1.1 servers only; its secure server reads them from itself.
  Object.assign(app.server, {
    keepAliveTimeout: keepAliveTimeoutMs,
    maxRequestsPerSocket: requestsPerSocket,
    maxHeaderSize: maxHeaderBytes,
    connectionsCheckingInterval: checkMs,
    requestTimeout: 0,
  });
  app.server.on('clientError', clientErrorHandler);
  // One type for both: callers use the instance, not its socket.
  return app as unknown as FastifyInstance;
};

/** A client that leaves a body or a stream open would keep the process from ending, and its database from its own stop. */
const cutAtClose = (app: FastifyInstance, log: Log): void => {
  const sockets = new Set<Socket>();
  // Of a secure server these lie under the encrypted ones, which end with them.
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      if (sockets.size > 0) log.warn({ event: 'connectionsCut', count: sockets.size });
      for (const socket of sockets) socket.destroy();
    }, closeMs).unref();
    done();
  });
};

/** The listener with its limits (security 4.14); sets those that Fastify and Node leave off or too high. */
export const createHttpServer = ({ headers, tls, log, isLeaving, awaken }: ListenerOptions): FastifyInstance => {
  const options = commonOptions(headers, log);
  const node = {
    maxHeaderSize: maxHeaderBytes,
    connectionsCheckingInterval: checkMs,
    headersTimeout: headersTimeoutMs,
  };
  const app = tls === null ? fastify({ ...options, http: node }) : secureServer(options, tls);
  app.addHook('onRequest', (request, reply, next) => {
    if (isLeaving()) endWithReply(request.raw, reply.raw);
    sparePersistence(request.raw, reply.raw);
    const goOn = (): void => {
      if (hasOneHost(request.raw)) next();
      else next(Object.assign(new Error('several Host headers'), { statusCode: 400 }));
    };
    const waking = awaken();
    if (waking === undefined) goOn();
    // One that was declared gone answers nothing: a client asks again, and a balancer sends it to another node.
    else void waking.then((mayServe) => (mayServe ? goOn() : request.raw.destroy()));
  });
  cutAtClose(app, log);
  app.server.headersTimeout = headersTimeoutMs;
  app.server.maxConnections = maxConnections;
  return app;
};
