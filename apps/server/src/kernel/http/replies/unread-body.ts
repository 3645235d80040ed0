import type { IncomingMessage } from 'node:http';
import { forgetBody, type UnfinishedBody, watchBody } from '#kernel/http/bodies/unfinished-bodies';

/** The longest that it may take. @unit ms */
const longestMs = 30_000;
/** The lead that its line has. @unit ms */
const leadMs = 2000;
/** What the line brings at least once its lead is used up: one that drips would hold the connection for nothing. @unit bytes in a second */
const leastRate = 16 * 1024;
/** More than the largest file of a call; who goes on sending after that has no interest in the answer. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Throws away what is left of a body that was answered before its end, then calls `over`: a connection that is closed while bytes arrive is
 * reset, and its client may never read the answer. Only as long as it comes fast. @source R5.7, security 4.14
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
  const body: UnfinishedBody = {
    // Counted, the refused ones of an address would have others refused in their place.
    address: null,
    beganMs: performance.now(),
    get deadlineMs() {
      return Math.min(longestMs, leadMs + ((mostBytes - left) / leastRate) * 1000);
    },
    fail: end,
  };
  watchBody(body);
  request.on('data', count);
  request.once('end', end);
  request.once('close', end);
  request.resume();
};
