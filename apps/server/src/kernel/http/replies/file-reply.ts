import type { ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileReply } from '@ronghui/contract';
import { withoutEnd } from '@ronghui/domain/text-order';

/** Control characters, line and bidirectional marks, which could change how a name is displayed. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const steering = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"\\/:*?<>|]/g;

/** A file name for display: one line, no path, no trailing dot or space, at most 120 characters. @source security 4.8 */
export const displayName = (name: string): string => {
  const clean = withoutEnd(name.normalize('NFC').toWellFormed().replaceAll(steering, '_'), '. ');
  const short = [...clean].slice(0, 120).join('');
  return short === '' ? 'file' : short;
};

const asciiName = (name: string): string => name.replaceAll(/[^\u0020-\u007e]/g, '_').replaceAll('%', '_');

const encodeExtended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** `Content-Disposition` with both names (contract 2, RFC 6266 and 5987). */
export const attachment = (name: string): string => {
  const shown = displayName(name);
  return `attachment; filename="${asciiName(shown)}"; filename*=UTF-8''${encodeExtended(shown)}`;
};

/** How long a reader may take nothing of a file. @unit ms */
const stallMs = 120_000;

/** Streams a file, as long as its reader takes some of it; an error in the middle cuts the connection, so that a partial file does not look complete. */
export const sendFile = async (
  raw: ServerResponse,
  file: FileReply,
  headers: readonly string[],
  longestStallMs = stallMs,
): Promise<void> => {
  const size = file.size === undefined ? [] : ['content-length', String(file.size)];
  raw.writeHead(200, [...headers, 'content-type', file.mime, 'content-disposition', attachment(file.name), ...size]);
  const body = file.body instanceof Readable ? file.body : Readable.from(file.body);
  const stall = setTimeout(() => raw.destroy(new Error('nobody takes the file')), longestStallMs);
  const taken = new Transform({
    transform(piece, _, next) {
      stall.refresh();
      next(null, piece);
    },
  });
  try {
    await pipeline(body, taken, raw);
  } catch (error) {
    // A caller who is gone before the first byte: the pipeline never began, and leaves the file open.
    body.destroy();
    throw error;
  } finally {
    clearTimeout(stall);
  }
};
