import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/calls/refusal';
import { cookieOf, createSiteOf, readCookie } from '#kernel/calls/sessions/cookies';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import type { Sessions } from '#kernel/calls/sessions/session';
import { talkDigest } from '#kernel/calls/sessions/talk-cookie';
import type { DoorDeps } from '#kernel/http/doors';
import { type EventStream, openEventStream } from '#kernel/http/event-stream';

/** Who asks for a stream. */
export interface StreamCaller {
  readonly session: LiveSession | null;
  /** The digest of a visitor's cookie. */
  readonly talk: Buffer | null;
  /** After which message it begins; null: with what comes from now on. */
  readonly after: number | null;
}

/** Feeds streams. */
export interface StreamSource {
  /** Whether a caller may have a stream, and what begins it. */
  admit(caller: StreamCaller): Promise<((stream: EventStream) => void) | 'nobody' | 'tooMany'>;
}

/** Dependencies of the door. */
export interface StreamDoorDeps
  extends Pick<DoorDeps, 'checkOrigin' | 'callerOf' | 'allowedOrigins' | 'production' | 'headers'> {
  readonly sessions: Sessions;
  readonly source: StreamSource;
  readonly isLeaving: () => boolean;
}

const numberPattern = /^\d{1,9}$/;
const queryPattern = /^\/chat\/stream(?:\?after=(\d{1,9}))?$/;
/** When somebody with too many streams may try again. @unit seconds */
const laterSec = 30;

/** Where a stream begins: what the browser has seen itself wins over what its page has asked for. @source service 2.2 */
const beginningOf = ({ url, headers }: FastifyRequest): number | null => {
  const found = queryPattern.exec(url);
  if (found === null) throw new Refusal('RHSY400');
  const seen = headers['last-event-id'];
  if (typeof seen === 'string' && numberPattern.test(seen)) return Number(seen);
  return found[1] === undefined ? null : Number(found[1]);
};

/**
 * `GET /chat/stream?after=`: Server-Sent Events for the session or the visitor's cookie. It has no effect, it uses no session, and it counts as no call in flight;
 * the limits of reads stand before it.
 *
 * @source service 2.2, contract 1
 */
export const openStreamDoor = (app: FastifyInstance, deps: StreamDoorDeps): void => {
  const siteOf = createSiteOf(deps.production);
  app.get('/chat/stream', async (request, reply) => {
    const { headers } = request.raw;
    const { https } = deps.callerOf(request.raw);
    const site = headers['sec-fetch-site'];
    deps.checkOrigin({
      secFetchSite: typeof site === 'string' ? site : undefined,
      origin: headers.origin,
      host: headers.host,
      https,
    });
    const after = beginningOf(request);
    if (deps.isLeaving()) throw new Refusal('OPSB0001', undefined, 1);
    const { names } = siteOf(https, headers.host);
    const [token, talk] = [readCookie(headers.cookie, names[cookieOf.portal]), readCookie(headers.cookie, names.chat)];
    const found = token === null ? null : await deps.sessions.find(token, false);
    const session = found?.area === 'portal' ? found : null;
    const admitted = await deps.source.admit({ session, talk: talk === null ? null : talkDigest(talk), after });
    if (admitted === 'nobody') throw new Refusal('RHSY401');
    if (admitted === 'tooMany') throw new Refusal('RHSY429', { retryAfter: laterSec }, laterSec);
    reply.hijack();
    const { origin } = headers;
    const isListed = origin !== undefined && deps.allowedOrigins.includes(origin);
    const cors = isListed
      ? ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'Origin']
      : [];
    admitted(openEventStream(reply.raw, [...deps.headers.json, ...cors]));
  });
};
