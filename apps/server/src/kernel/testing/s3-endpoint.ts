import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the endpoint fails: 500, no space left (507), a cut connection, a refusal, a truncated body, or no reply. */
export type S3Fault = 'broken' | 'full' | 'cut' | 'refuses' | 'half' | 'silent';

/** The few S3 requests that files need, in memory; every request must be signed. It tests error handling, not S3 itself. */
export interface S3Endpoint {
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** The received requests, without queries. */
  readonly calls: readonly string[];
  fault: S3Fault | null;
  close(): Promise<void>;
}

const signature =
  /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=[^,]*host;[^,]*x-amz-content-sha256;x-amz-date[^,]*, Signature=[0-9a-f]{64}$/;
const pageSize = 2;

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
};

const listPage = (objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string => {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, pageSize);
  const rows = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
  );
  const more = keys.length > pageSize;
  const next = more ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${rows.join('')}${next}</ListBucketResult>`;
};

const misbehave = (fault: S3Fault, request: IncomingMessage, response: ServerResponse): void => {
  switch (fault) {
    case 'broken':
      return refuse(response, 500, 'InternalError');
    case 'full':
      return refuse(response, 507, 'InsufficientStorage');
    case 'refuses':
      return refuse(response, 403, 'SignatureDoesNotMatch');
    case 'cut':
      return void request.socket.destroy();
    case 'half':
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      return void setImmediate(() => request.socket.destroy());
    case 'silent':
      return;
  }
};

const answer = async (
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
  const body = await bytesOf(request);
  if (!pathname.startsWith('/bucket')) return refuse(response, 404, 'NoSuchBucket');
  if (request.method === 'PUT') {
    const digest = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== digest) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    objects.set(key, body);
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void response.end(listPage(objects, searchParams));
  const found = objects.get(key);
  if (found === undefined) return refuse(response, 404, 'NoSuchKey');
  response.writeHead(200, { 'content-length': found.length });
  response.end(request.method === 'HEAD' ? undefined : found);
};

/** Opens an endpoint on loopback: bucket `bucket`, access key `key`. */
export const openS3Endpoint = async (): Promise<S3Endpoint> => {
  const objects = new Map<string, Buffer>();
  const calls: string[] = [];
  let fault: S3Fault | null = null;
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    if (fault !== null) return misbehave(fault, request, response);
    if (!signature.test(request.headers.authorization ?? '')) return refuse(response, 403, 'AccessDenied');
    void answer(objects, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on TCP.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    calls,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
