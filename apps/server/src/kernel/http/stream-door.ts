import type { Area } from '@ronghui/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, createSiteOf, readCookie } from '#kernel/calls/sessions/cookies';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import type { Sessions } from '#kernel/calls/sessions/session';
import { talkDigest } from '#kernel/calls/sessions/talk-cookie';
import type { DoorDeps } from '#kernel/http/doors';
import { type EventStream, openEventStream } from '#kernel/http/event-stream';
import { Refusal } from '#kernel/refusal';

/** Who asks for a stream. */
export interface StreamCaller {
  /** A session of the stream's own area. */
  readonly session: LiveSession | null;
  /** The digest of a visitor's cookie. */
  readonly talk: Buffer | null;
  /** After which message it begins; null: with what comes from now on. */
  readonly after: number | null;
}

/** Why there is none: nobody whom the source knows, one without its key, or with too many already. */
type StreamRefusal = 'nobody' | 'forbidden' | 'tooMany';

/** Feeds streams. */
export interface StreamSource {
  /** Whether a caller may have a stream, and what begins it. */
  admit(caller: StreamCaller): Promise<((stream: EventStream) => void) | StreamRefusal>;
}

/** Dependencies of the door. */
export interface StreamDoorDeps
  extends Pick<DoorDeps, 'checkOrigin' | 'callerOf' | 'allowedOrigins' | 'production' | 'headers' | 'mayEnterOps'> {
  readonly sessions: Pick<Sessions, 'find'>;
  /** What feeds the streams of each area. */
  readonly sources: Readonly<Record<Area, StreamSource>>;
  readonly isLeaving: () => boolean;
}

const numberPattern = /^\d{1,9}$/;
const portalPattern = /^\/chat\/stream(?:\?after=(\d{1,9}))?$/;
const opsPattern = /^\/chat\/ops\/stream$/;
/** When somebody with too many streams may try again. @unit seconds */
const laterSec = 30;

/** Where a stream begins: what the browser has seen itself wins over what its page has asked for. Hints have no numbers. @source service 2.2 */
const beginningOf = ({ url, headers }: FastifyRequest, area: Area): number | null => {
  const found = (area === 'ops' ? opsPattern : portalPattern).exec(url);
  if (found === null) throw new Refusal('RHSY400');
  const seen = area === 'ops' ? undefined : headers['last-event-id'];
  if (typeof seen === 'string' && numberPattern.test(seen)) return Number(seen);
  return found[1] === undefined ? null : Number(found[1]);
};

const refusals = { nobody: 'RHSY401', forbidden: 'RHSY403' } as const;

/**
 * `GET /chat/stream?after=` and `GET /chat/ops/stream`: Server-Sent Events for the session of the area or the visitor's cookie. It has no effect, it uses no session,
 * and it counts as no call in flight; the limits of reads stand before it.
 *
 * @source service 2.2, service 2.3, contract 1
 */
export const openStreamDoor = (app: FastifyInstance, deps: StreamDoorDeps): void => {
  const siteOf = createSiteOf(deps.production);
  const open = async (area: Area, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers } = request.raw;
    const { https } = deps.callerOf(request.raw);
    const site = headers['sec-fetch-site'];
    deps.checkOrigin({
      secFetchSite: typeof site === 'string' ? site : undefined,
      origin: headers.origin,
      host: headers.host,
      https,
    });
    if (area === 'ops' && !deps.mayEnterOps(request.raw)) throw new Refusal('RHSY403');
    const after = beginningOf(request, area);
    if (deps.isLeaving()) throw new Refusal('OPSB0001', undefined, 1);
    const { names } = siteOf(https, headers.host);
    const token = readCookie(headers.cookie, names[cookieOf[area]]);
    const talk = area === 'ops' ? null : readCookie(headers.cookie, names.chat);
    const found = token === null ? null : await deps.sessions.find(token, false);
    const session = found?.area === area ? found : null;
    const admitted = await deps.sources[area].admit({ session, talk: talk === null ? null : talkDigest(talk), after });
    if (admitted === 'tooMany') throw new Refusal('RHSY429', { retryAfter: laterSec }, laterSec);
    if (typeof admitted === 'string') throw new Refusal(refusals[admitted]);
    reply.hijack();
    const { origin } = headers;
    const isListed = origin !== undefined && deps.allowedOrigins.includes(origin);
    const cors = isListed
      ? ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'Origin']
      : [];
    admitted(openEventStream(reply.raw, [...deps.headers.json, ...cors]));
  };
  app.get('/chat/stream', (request, reply) => open('portal', request, reply));
  app.get('/chat/ops/stream', (request, reply) => open('ops', request, reply));
};
