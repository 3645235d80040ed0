import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

/** One request to an outside system; a POST where nothing else is stated. */
export interface Exchange {
  readonly method?: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer; or none, and whether the other side may have got the request nevertheless. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
    }
  | { readonly kind: 'neverLeft'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

/** Until the answer is complete. @unit ms */
const answerWithinMs = 5000;
const answerBytes = 65_536;

/** Node's errors have a code, and ours a sentence; neither has anything of the request in it. */
const errorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

/**
 * Sends a request over a connection of its own and reads the answer, within a deadline; never rejects. Before the connection (and its TLS) stands, no
 * byte has left and the request can be sent again; afterwards nobody knows. Connections are not kept: one that the other side closes at the moment of the next
 * request would leave it unknown. Redirects are not followed.
 */
export const exchange = (
  { method = 'POST', url, headers, body }: Exchange,
  withinMs = answerWithinMs,
): Promise<Answer> =>
  new Promise((resolve) => {
    const bytes = Buffer.from(body);
    const isTls = url.protocol === 'https:';
    let hasLeft = false;
    const request = (isTls ? tlsRequest : plainRequest)(url, {
      method,
      agent: false,
      headers: { ...headers, 'content-length': bytes.length },
    });
    const fail = (error: Error): void => {
      clearTimeout(timer);
      resolve({ kind: hasLeft ? 'lost' : 'neverLeft', reason: errorCode(error) });
      request.destroy();
    };
    const timer = setTimeout(() => fail(new Error('no answer in time')), withinMs);
    request.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        hasLeft = true;
        request.end(bytes);
      }),
    );
    request.on('error', fail);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > answerBytes) fail(new Error('the answer is too long'));
        else parts.push(part);
      });
      response.once('error', fail);
      response.once('aborted', () => fail(new Error('cut')));
      response.once('end', () => {
        clearTimeout(timer);
        if (!response.complete) return fail(new Error('cut'));
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ kind: 'answered', status, headers: answered, text: Buffer.concat(parts).toString('utf8') });
      });
    });
  });

/** A JSON object in an answer; null where it is none. */
export const objectIn = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.fromEntries(Object.entries(parsed))
      : null;
  } catch {
    return null;
  }
};

/** A field that is text; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
