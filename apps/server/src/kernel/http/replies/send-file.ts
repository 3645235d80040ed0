import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderList } from '#kernel/http/replies/headers';
import type { StaticFile } from '#kernel/http/replies/static-files';

/** Options of one response. */
export interface SendOptions {
  readonly headers: HeaderList;
  readonly cacheControl: string;
  /** Besides Accept-Encoding. */
  readonly vary?: string;
  /** Its name changes with its bytes, so that nobody asks whether it has changed. */
  readonly isHashed?: true;
}

const accepts = (request: FastifyRequest, encoding: string): boolean => {
  const header = request.headers['accept-encoding'];
  return (
    header !== undefined && new RegExp(`(?:^|[, ])${encoding}(?:$|[, ;](?!q=0(?:\\.0*)?(?:,|$)))`).test(String(header))
  );
};

const packedFor = (request: FastifyRequest, file: StaticFile): readonly [string, Buffer] | null => {
  if (file.br !== null && accepts(request, 'br')) return ['br', file.br];
  if (file.gzip !== null && accepts(request, 'gzip')) return ['gzip', file.gzip];
  return null;
};

const isKnown = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);

/** Sends bytes from memory: compressed where the browser accepts it, 304 where its copy is current. */
export const sendStatic = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  options: SendOptions,
): void => {
  reply.hijack();
  const { raw } = reply;
  const vary = ['Accept-Encoding', ...(options.vary === undefined ? [] : [options.vary])].join(', ');
  const tag = options.isHashed ? [] : ['etag', file.etag];
  const headers = [...options.headers, 'cache-control', options.cacheControl, ...tag, 'vary', vary];
  if (isKnown(request, file.etag)) {
    raw.writeHead(304, headers);
    raw.end();
    return;
  }
  const packed = packedFor(request, file);
  const body = packed?.[1] ?? file.plain;
  const encoding = packed === null ? [] : ['content-encoding', packed[0]];
  raw.writeHead(200, [...headers, ...encoding, 'content-type', file.type, 'content-length', String(body.length)]);
  raw.end(request.method === 'HEAD' ? undefined : body);
};

/** Sends a small generated text. */
export const sendText = (
  reply: FastifyReply,
  {
    status,
    type,
    body,
    headers,
  }: { readonly status: number; readonly type: string; readonly body: string; readonly headers: HeaderList },
): void => {
  reply.hijack();
  reply.raw.writeHead(status, [...headers, 'content-type', type, 'content-length', String(Buffer.byteLength(body))]);
  reply.raw.end(reply.request.method === 'HEAD' ? undefined : body);
};
