import { keysOfStaff } from '@ronghui/contract';
import { silenceMinutes } from '@ronghui/domain/chat';
import type { Sessions } from '#kernel/calls/sessions/session';
import type { Database } from '#kernel/database/db';
import type { EventStream } from '#kernel/http/event-stream';
import type { StreamCaller, StreamSource } from '#kernel/http/stream-door';
import type { Log } from '#kernel/ports';
import { type StreamTimes, usualTimes } from '../stream/stream-times.ts';
import { isChatTopic, typingUserIn } from '../stream/topics.ts';
import { type DeskState, deskStateOf, hintsBetween } from './desk-hints.ts';
import { listDeskRows } from './desk-state.sql.ts';

/** Streams of one member of staff on this node. @source service 2.6 */
const perMember = 5;
/** Ten looks a second at most, whatever is written meanwhile: one look is for all streams of the node. @unit ms */
const restMs = 100;

/** What the desk's streams of a node need. */
export interface DeskStreamsDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'listOpen'>;
  readonly log: Log;
  readonly times?: Partial<StreamTimes> | undefined;
}

/** The desk's streams of a node. */
export interface DeskStreams extends StreamSource {
  woken(topics: readonly string[]): void;
  /** A session has ended: its streams do. */
  sessionEnded(tokenHash: string): void;
  /** Looks at the queue, because wake-ups may have been lost. */
  lookAtAll(this: void): void;
  /** Ends all of them, and takes no more. */
  stop(this: void): void;
}

interface Kept {
  readonly stream: EventStream;
  readonly staffId: string;
  readonly tokenHash: string;
  /** Whether it has its snapshot; one whose reader was slow gets another. */
  hasBegun: boolean;
}

const nothing = deskStateOf([]);

class NodeDeskStreams implements DeskStreams {
  readonly #deps: DeskStreamsDeps;
  readonly #times: StreamTimes;
  readonly #streams = new Set<Kept>();
  readonly #timers: NodeJS.Timeout[] = [];
  #state: DeskState = nothing;
  /** The pause after a look, or the look itself. */
  #busy = false;
  #isStale = false;
  #isOver = false;

  constructor(deps: DeskStreamsDeps) {
    this.#deps = deps;
    this.#times = { ...usualTimes, ...deps.times };
  }

  async admit({
    session,
  }: StreamCaller): Promise<((stream: EventStream) => void) | 'nobody' | 'forbidden' | 'tooMany'> {
    if (session?.kind !== 'ops') return 'nobody';
    const { staff, tokenHash } = session;
    if (staff.pendingSetup.length > 0 || !keysOfStaff(staff.roles).has('ops.chat.read')) return 'forbidden';
    const { staffId } = staff;
    const own = [...this.#streams].filter((one) => one.staffId === staffId);
    if (own.length >= perMember) return 'tooMany';
    return (stream) => (this.#isOver ? stream.end() : this.#keep({ stream, staffId, tokenHash, hasBegun: false }));
  }

  woken(topics: readonly string[]): void {
    if (this.#streams.size === 0) return;
    for (const conversationId of topics.flatMap((topic) => typingUserIn(topic) ?? []))
      for (const { stream, hasBegun } of this.#streams)
        if (hasBegun && stream.hasRoom) stream.send('typing', { conversationId, sender: 'user' });
    if (topics.some(isChatTopic)) this.#look();
  }

  sessionEnded(tokenHash: string): void {
    for (const one of this.#streams) if (one.tokenHash === tokenHash) one.stream.end();
  }

  readonly lookAtAll = (): void => this.#look();

  readonly stop = (): void => {
    this.#isOver = true;
    this.#rest();
    for (const { stream } of this.#streams) stream.end();
  };

  #keep(one: Kept): void {
    this.#streams.add(one);
    this.#begin();
    const last = setTimeout(() => one.stream.end(), this.#times.longestMs);
    last.unref();
    one.stream.onEnd(() => {
      clearTimeout(last);
      this.#streams.delete(one);
      if (this.#streams.size === 0) this.#rest();
    });
    this.#look();
  }

  /** Looks now, or once the look that is under way and its pause are over. */
  #look(): void {
    if (this.#streams.size === 0) return;
    if (this.#busy) this.#isStale = true;
    else void this.#read();
  }

  async #read(): Promise<void> {
    const { database, log } = this.#deps;
    this.#busy = true;
    this.#isStale = false;
    try {
      const rows = await listDeskRows(database.reading('service'), { minutes: silenceMinutes });
      this.#give(deskStateOf(rows));
    } catch (error) {
      // The next look is for all that was missed.
      log.warn({ event: 'deskLookFailed', error });
    }
    const pause = setTimeout(() => {
      this.#busy = false;
      if (this.#isStale) this.#look();
    }, restMs);
    pause.unref();
  }

  #give(next: DeskState): void {
    const hints = hintsBetween(this.#state, next);
    this.#state = next;
    for (const one of this.#streams) {
      const { stream } = one;
      if (!stream.hasRoom) this.#wait(one);
      else if (one.hasBegun) for (const hint of hints) stream.send('hint', hint);
      else {
        stream.send('snapshot', { version: next.version });
        one.hasBegun = true;
      }
    }
  }

  /** A slow reader has missed hints: it begins anew when it has room. */
  #wait(one: Kept): void {
    if (!one.hasBegun) return;
    one.hasBegun = false;
    void one.stream.ready().then(() => this.#look());
  }

  /** Ends the streams whose sessions have ended, idled out, or lost their epoch. */
  async #check(): Promise<void> {
    const hashes = [...new Set([...this.#streams].map(({ tokenHash }) => tokenHash))];
    const open = await this.#deps.sessions.listOpen(hashes);
    const checked = new Set(hashes);
    for (const { tokenHash, stream } of this.#streams) if (checked.has(tokenHash) && !open.has(tokenHash)) stream.end();
  }

  #begin(): void {
    if (this.#timers.length > 0) return;
    const { commentMs, lookMs } = this.#times;
    const comments = setInterval(() => {
      for (const { stream } of this.#streams) stream.comment();
    }, commentMs);
    const looks = setInterval(() => {
      this.#look();
      this.#check().catch((error: unknown) => this.#deps.log.warn({ event: 'streamLookFailed', error }));
    }, lookMs);
    this.#timers.push(comments.unref(), looks.unref());
  }
  #rest(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#state = nothing;
  }
}

/** Makes them. Nothing runs while there is none. */
export const createDeskStreams = (deps: DeskStreamsDeps): DeskStreams => new NodeDeskStreams(deps);
