import type { IncomingMessage } from 'node:http';
import { Refusal } from '#kernel/refusal';

/** Bounds of a body. */
export interface BodyBounds {
  readonly maxBytes: number;
  /** Until all of it is there. */
  readonly deadlineMs: number;
}

/** The client took too long; there is no use in an answer that it would read. */
export const slowBody = (): Refusal => new Refusal('RHSY400');

/**
 * Reads a small body whole: refused by its announced length before a byte is read, by its real length as soon as it is passed, and
 * when it dawdles. @source security 4.14
 */
export const readBody = (request: IncomingMessage, { maxBytes, deadlineMs }: BodyBounds): Promise<Buffer> => {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > maxBytes) return Promise.reject(new Refusal('RHSY413'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => fail(slowBody()), deadlineMs);
    const stop = () => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      request.removeAllListeners('end');
    };
    const fail = (error: Error) => {
      stop();
      request.pause();
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(new Refusal('RHSY413'));
      else chunks.push(chunk);
    });
    request.on('end', () => {
      stop();
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size));
    });
    request.once('error', fail);
    request.once('close', () => {
      if (!request.complete) fail(slowBody());
    });
  });
};
