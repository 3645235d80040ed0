import type { Sessions } from '#kernel/calls/sessions/session';
import type { Database } from '#kernel/database/db';
import type { EventStream } from '#kernel/http/event-stream';
import type { StreamCaller, StreamSource } from '#kernel/http/stream-door';
import type { Log } from '#kernel/ports';
import { ownerOf, topicOf, topicOfSession } from '../conversation.ts';
import { type Customer, memberOf, visitorOf } from '../customer.ts';
import { findVisitor } from '../visitor.sql.ts';
import { bringUp, type ChatStream, topicFor } from './chat-stream.ts';
import { listStates, type StateRow } from './state.sql.ts';
import { type StreamTimes, usualTimes } from './stream-times.ts';
import { typedAtIn } from './topics.ts';

/** Streams of one user, or of one visitor, on this node. @source service 2.6 */
const perPerson = 5;
/** In how many parts the comments of all are written. */
const slots = 20;
/** Streams that are read for at a time: a wake-up of all must leave connections for calls. */
const readAtOnce = 6;

/** What the streams of a node need. */
export interface StreamsDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'listOpen'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly times?: Partial<StreamTimes> | undefined;
}

/** The streams of a node. */
export interface ChatStreams extends StreamSource {
  woken(topics: readonly string[]): void;
  /** A session has ended: its streams do. */
  sessionEnded(tokenHash: string): void;
  /** Looks for all at once, because wake-ups may have been lost. */
  lookAtAll(this: void): void;
  /** Ends all of them, and takes no more. */
  stop(this: void): void;
}

interface Kept extends ChatStream {
  /** Under which it is kept. */
  topic: string;
  /** The part of the pause at which it gets its comment: all at once would hold up calls. */
  readonly slot: number;
  isReading: boolean;
  isStale: boolean;
}

/** What the stream of a caller begins with. */
type Known = Pick<ChatStream, 'customer' | 'sessionId' | 'tokenHash' | 'sent'>;

/** Whose state is looked for, and whose sessions. */
const askedOf = (streams: readonly Kept[]) => {
  const customers = streams.flatMap(({ customer }) => customer ?? []);
  const users = customers.flatMap(({ owner }) => (owner.visitorId === null ? [owner] : []));
  return {
    tenantIds: users.map(({ tenantId }) => tenantId),
    userIds: users.map(({ userId }) => userId),
    visitorIds: customers.flatMap(({ owner }) => owner.visitorId ?? []),
    sessionIds: streams.flatMap(({ customer, sessionId }) => (customer === null ? (sessionId ?? []) : [])),
    // A visitor's lives with the cookie.
    tokenHashes: streams.flatMap(({ customer, tokenHash }) =>
      customer?.owner.visitorId === null ? (tokenHash ?? []) : [],
    ),
  };
};

const byTopicOf = (states: readonly StateRow[]): ReadonlyMap<string, StateRow> =>
  new Map(
    states.flatMap((state) => {
      const { session_id: sessionId } = state;
      const topics = [topicOf(ownerOf(state)), ...(sessionId === null ? [] : [topicOfSession(sessionId)])];
      return topics.map((topic) => [topic, state] as const);
    }),
  );

/** Whether the table has what a stream has not been sent. */
const isBehind = (one: Kept, state: StateRow): boolean =>
  one.customer === null ||
  state.last_seq > (one.sent ?? 0) ||
  state.reception_version > one.version ||
  state.customer > one.own ||
  state.staff > one.other;

class NodeStreams implements ChatStreams {
  readonly #deps: StreamsDeps;
  readonly #times: StreamTimes;
  readonly #streams = new Set<Kept>();
  readonly #byTopic = new Map<string, Set<Kept>>();
  readonly #waiting = new Set<Kept>();
  readonly #timers: NodeJS.Timeout[] = [];
  #reading = 0;
  #opened = 0;
  #isOver = false;

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
    this.#times = { ...usualTimes, ...deps.times };
  }

  async admit(caller: StreamCaller): Promise<((stream: EventStream) => void) | 'nobody' | 'tooMany'> {
    const customer = await this.#customerOf(caller);
    const { session, after } = caller;
    if (session === null && customer === null) return 'nobody';
    const { sessionId = null, tokenHash = null } = session ?? {};
    const known = { customer, sessionId, tokenHash, sent: after };
    if ((this.#byTopic.get(topicFor(known))?.size ?? 0) >= perPerson) return 'tooMany';
    return (stream) => (this.#isOver ? stream.end() : this.#keep(stream, known));
  }

  woken(topics: readonly string[]): void {
    for (const topic of topics) {
      for (const one of this.#byTopic.get(topic) ?? []) this.#wake(one);
      const typedAt = typedAtIn(topic);
      // A stream that is behind gets messages first, and no typing.
      for (const { stream, hasBegun } of this.#byTopic.get(typedAt ?? '') ?? [])
        if (hasBegun && stream.hasRoom) stream.send('typing', { sender: 'agent' });
    }
    this.#readNext();
  }

  sessionEnded(tokenHash: string): void {
    for (const one of this.#streams) if (one.tokenHash === tokenHash) one.stream.end();
  }

  readonly lookAtAll = (): void => {
    this.#look().catch((error: unknown) => this.#deps.log.warn({ event: 'streamLookFailed', error }));
  };

  readonly stop = (): void => {
    this.#isOver = true;
    this.#rest();
    for (const { stream } of this.#streams) stream.end();
  };

  async #customerOf({ session, talk }: StreamCaller): Promise<Customer | null> {
    if (session?.kind === 'merchant') return memberOf(session.tenantId, session.userId);
    const mark = { tokenHash: talk, sessionId: session?.sessionId ?? '' };
    const found = await findVisitor(this.#deps.database.reading('service'), mark);
    return found === null ? null : visitorOf(found.visitorId);
  }

  #keep(stream: EventStream, known: Known): void {
    const begun = { hasBegun: false, version: 0, own: 0, other: 0, unread: 0, isReading: false, isStale: false };
    this.#opened += 1;
    const one: Kept = { ...known, ...begun, stream, topic: topicFor(known), slot: this.#opened % slots };
    this.#streams.add(one);
    this.#file(one);
    this.#begin();
    const last = setTimeout(() => stream.end(), this.#times.longestMs);
    last.unref();
    stream.onEnd(() => {
      clearTimeout(last);
      this.#streams.delete(one);
      this.#unfile(one);
      this.#waiting.delete(one);
      if (this.#streams.size === 0) this.#rest();
    });
    this.#wake(one);
    this.#readNext();
  }

  #file(one: Kept): void {
    this.#byTopic.set(one.topic, (this.#byTopic.get(one.topic) ?? new Set()).add(one));
  }
  #unfile(one: Kept): void {
    const others = this.#byTopic.get(one.topic);
    others?.delete(one);
    if (others?.size === 0) this.#byTopic.delete(one.topic);
  }
  /** A visitor who has written is woken as one. */
  #refile(one: Kept): void {
    const topic = topicFor(one);
    if (topic === one.topic || !one.stream.isOpen) return;
    this.#unfile(one);
    one.topic = topic;
    this.#file(one);
  }

  #wake(one: Kept): void {
    if (one.isReading) one.isStale = true;
    else this.#waiting.add(one);
  }

  /** A slow reader has room again. */
  #goOn(one: Kept): void {
    if (!one.stream.isOpen) return;
    this.#wake(one);
    this.#readNext();
  }

  #readNext(): void {
    for (const one of this.#waiting) {
      if (this.#reading >= readAtOnce) return;
      this.#waiting.delete(one);
      void this.#read(one);
    }
  }

  async #read(one: Kept): Promise<void> {
    const { database, log, now } = this.#deps;
    this.#reading += 1;
    one.isReading = true;
    one.isStale = false;
    try {
      if (!(await bringUp({ database, now }, one))) void one.stream.ready().then(() => this.#goOn(one));
    } catch (error) {
      // The browser comes back and asks for what is missing.
      log.warn({ event: 'streamCut', error });
      one.stream.end();
    }
    this.#reading -= 1;
    one.isReading = false;
    this.#refile(one);
    if (one.isStale && one.stream.isOpen) this.#waiting.add(one);
    this.#readNext();
  }

  async #look(): Promise<void> {
    if (this.#streams.size === 0) return;
    const { database, sessions } = this.#deps;
    const { tokenHashes, ...asked } = askedOf([...this.#streams]);
    const [states, open] = await Promise.all([
      listStates(database.reading('service'), asked),
      tokenHashes.length === 0 ? new Set<string>() : sessions.listOpen(tokenHashes),
    ]);
    const [stateOf, looked] = [byTopicOf(states), new Set(tokenHashes)];
    for (const one of this.#streams) {
      if (one.tokenHash !== null && looked.has(one.tokenHash) && !open.has(one.tokenHash)) one.stream.end();
      const state = stateOf.get(one.topic);
      if (state !== undefined && one.hasBegun && isBehind(one, state)) this.#wake(one);
    }
    this.#readNext();
  }

  #begin(): void {
    if (this.#timers.length > 0) return;
    let tick = 0;
    const { commentMs, lookMs } = this.#times;
    const comments = setInterval(() => {
      tick += 1;
      for (const { stream, slot } of this.#streams) if (slot === tick % slots) stream.comment();
    }, commentMs / slots);
    this.#timers.push(comments.unref(), setInterval(this.lookAtAll, lookMs).unref());
  }
  #rest(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }
}

/** Makes them. Nothing runs while there is none. */
export const createChatStreams = (deps: StreamsDeps): ChatStreams => new NodeStreams(deps);
