import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseHeaders } from '#kernel/http/replies/headers';

/** A picture or sound of the content. */
export interface Media {
  readonly mime: string;
  readonly bytes: Buffer;
}

const maxCachedBytes = 64 * 1024 * 1024;
const maxCachedMisses = 10_000;
const namePattern = /^[a-z0-9]{32}\.[a-z0-9]{2,5}$/;
/** An SVG may style itself; nothing in it runs, and opened directly it is no page of ours. */
const mediaPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | null | 'unsatisfiable' => {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (found === null || (found[1] === '' && found[2] === '')) return null;
  const suffix = found[1] === '' ? Number(found[2]) : null;
  const start = suffix === null ? Number(found[1]) : Math.max(0, size - suffix);
  const end = suffix === null && found[2] !== '' ? Math.min(Number(found[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
};

/** The source of media. */
export interface MediaSource {
  find(name: string): Promise<Media | undefined>;
  /** Changes when new media may exist. */
  version(): number;
}

/** Serves media by digest: they never change, so browsers cache them for a year; the process caches the most recent ones. */
export const mediaDoor = (headers: ResponseHeaders, source: MediaSource) => {
  const kept = new Map<string, Media>();
  const missing = new Set<string>();
  let missingAt = 0;
  let cachedBytes = 0;
  const list = headers.plain.map((value, at) =>
    headers.plain[at - 1] === 'content-security-policy' ? mediaPolicy : value,
  );

  const load = async (name: string): Promise<Media | undefined> => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const version = source.version();
    if (version !== missingAt || missing.size >= maxCachedMisses) missing.clear();
    missingAt = version;
    if (missing.has(name)) return undefined;
    const media = await source.find(name);
    if (media === undefined) {
      // Misses are forgotten when content was imported.
      if (source.version() === version) missing.add(name);
      return undefined;
    }
    if (cachedBytes + media.bytes.length > maxCachedBytes) {
      kept.clear();
      cachedBytes = 0;
    }
    cachedBytes += media.bytes.length;
    kept.set(name, media);
    return media;
  };

  return async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<void> => {
    const media = namePattern.test(name) ? await load(name) : undefined;
    if (media === undefined) return reply.callNotFound();
    const { mime, bytes } = media;
    const etag = `"${name.slice(0, 32)}"`;
    const common = [
      ...list,
      'cache-control',
      'public, max-age=31536000, immutable',
      'etag',
      etag,
      'accept-ranges',
      'bytes',
    ];
    const range = rangeOf(request.headers.range, bytes.length);
    reply.hijack();
    const { raw } = reply;
    if (request.headers['if-none-match'] === etag) {
      raw.writeHead(304, common);
      raw.end();
    } else if (range === 'unsatisfiable') {
      raw.writeHead(416, [...common, 'content-range', `bytes */${bytes.length}`, 'content-length', '0']);
      raw.end();
    } else if (range !== null) {
      const part = bytes.subarray(range.start, range.end + 1);
      const contentRange = `bytes ${range.start}-${range.end}/${bytes.length}`;
      raw.writeHead(206, [
        ...common,
        'content-type',
        mime,
        'content-range',
        contentRange,
        'content-length',
        String(part.length),
      ]);
      raw.end(part);
    } else {
      raw.writeHead(200, [...common, 'content-type', mime, 'content-length', String(bytes.length)]);
      raw.end(bytes);
    }
  };
};
