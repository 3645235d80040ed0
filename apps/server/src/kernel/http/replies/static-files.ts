import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A file ready to be sent: its bytes, plain and compressed. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
};

const isPacked = (name: string): boolean => name.endsWith('.br') || name.endsWith('.gz');
const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** A file from bytes in memory. */
export const staticFile = (
  type: string,
  plain: Buffer,
  packed: Partial<Pick<StaticFile, 'br' | 'gzip'>> = {},
): StaticFile => ({
  type,
  etag: etagOf(plain),
  plain,
  br: packed.br ?? null,
  gzip: packed.gzip ?? null,
});

/** A file from a generated text, compressed once at the build's level. */
export const packedFile = async (type: string, text: string): Promise<StaticFile> => {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)]);
  return staticFile(type, plain, { br, gzip: gz });
};

/**
 * Reads a folder of built files once, by name: requests are looked up by name, so that no path can lead out of the
 * folder. Files with an unknown extension are skipped.
 */
export const readStaticFiles = async (folder: string, recursive: boolean): Promise<ReadonlyMap<string, StaticFile>> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive });
  const files = new Map<string, StaticFile>();
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || isPacked(entry.name) || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const [plain, br, gzip] = await Promise.all([
      readFile(path),
      readFile(`${path}.br`).catch(() => null),
      readFile(`${path}.gz`).catch(() => null),
    ]);
    files.set(path.slice(folder.length + 1).replaceAll('\\', '/'), staticFile(type, plain, { br, gzip }));
  }
  return files;
};
