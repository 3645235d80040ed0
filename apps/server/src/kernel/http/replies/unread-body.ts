import type { IncomingMessage } from 'node:http';
import { forgetBody, type UnfinishedBody, watchBody } from '#kernel/http/bodies/unfinished-bodies';

const deadlineMs = 30_000;
/** More than the largest file of a call; who goes on sending after that has no interest in the answer. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Throws away what is left of a body that was answered before its end, then calls `over`: a connection that is closed while bytes arrive is
 * reset, and its client may never read the answer. Within the limits of slow bodies. @source R5.7, security 4.14
 */
export const discardBody = (request: IncomingMessage, over: () => void): void => {
  if (request.readableEnded || request.destroyed) {
    over();
    return;
  }
  let left = mostBytes;
  const end = (): void => {
    forgetBody(body);
    request.removeListener('data', count);
    over();
  };
  const count = (piece: Buffer): void => {
    left -= piece.length;
    if (left < 0) end();
  };
  const address = request.socket.remoteAddress ?? '';
  const body: UnfinishedBody = { address, beganMs: performance.now(), deadlineMs, isAnswered: true, fail: end };
  watchBody(body);
  request.on('data', count);
  request.once('end', end);
  request.once('close', end);
  request.resume();
};
