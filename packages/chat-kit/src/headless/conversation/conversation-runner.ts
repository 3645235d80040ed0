import { type ConversationClock, pauseMs } from './conversation-clock.ts';
import type { ConversationEffect, ConversationEvent } from './conversation-events.ts';
import { type ConversationState, emptyConversation } from './conversation-state.ts';
import type { ConversationTabs } from './conversation-tabs.ts';
import type { KeptQueue } from './kept-queue.ts';
import { applyEvent, reduceConversation } from './reduce-conversation.ts';
import { createEffectRunner } from './run-effects.ts';
import { createStreamLine, type StreamLine } from './stream-line.ts';
import type { ConversationTransport, StreamEvent } from './transport.ts';

interface RunnerInput {
  transport: ConversationTransport;
  clock: ConversationClock;
  tabs: ConversationTabs;
  kept: KeptQueue;
  owner: string;
  pageSize: number;
  pollMs: number;
  onHint: ((of: string) => void) | undefined;
}

/** What pages of one browser say to each other. */
type Posted = { kind: 'event'; event: ConversationEvent } | { kind: 'hello' } | { kind: 'gone' };
const kinds: readonly unknown[] = ['event', 'hello', 'gone'];
const isPosted = (data: unknown): data is Posted => kinds.includes(Reflect.get(Object(data), 'kind'));

const typingMs = 6000;
const successes: readonly ConversationEvent['kind'][] = ['opened', 'history', 'sent', 'readDone'];

/** Runs the reducer: its effects by the transport, its pauses by the clock, its events to and from the other pages. */
export class ConversationRunner {
  state: ConversationState = emptyConversation;
  readonly #input: RunnerInput;
  readonly #line: StreamLine;
  readonly #run: (effect: ConversationEffect) => void;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<'hold' | 'typing' | 'poll', () => void>();
  #starts = 0;
  #failures = 0;
  #post: (data: Posted) => void = () => {};
  #stop: () => void = () => {};

  constructor(input: RunnerInput) {
    const { transport, clock } = input;
    this.#input = input;
    this.#line = createStreamLine({
      transport,
      clock,
      after: () => this.state.to,
      heard: (event, after) => this.#hear(event, after),
      setLine: (isUp) => this.publish({ kind: 'line', isUp }),
    });
    this.#run = createEffectRunner({
      ...input,
      dispatch: (event) => this.dispatch(event),
      publish: (event) => this.publish(event),
    });
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => void this.#listeners.delete(changed);
  }

  start(): () => void {
    let isStarted = true;
    if (this.#starts === 0) this.#begin();
    this.#starts += 1;
    return () => {
      if (!isStarted) return;
      isStarted = false;
      this.#starts -= 1;
      if (this.#starts === 0) this.#stop();
    };
  }

  /** Takes an event; `isOwn` for what a person did on this page. */
  dispatch(event: ConversationEvent, isOwn = false): void {
    const before = this.state;
    const isRunning = this.#starts > 0;
    const [state, effects] = isRunning ? reduceConversation(before, event) : [applyEvent(before, event), []];
    this.state = state;
    if (successes.includes(event.kind)) this.#failures = 0;
    this.#input.kept.follow(before, state, isOwn);
    this.#pause(before);
    for (const effect of effects) this.#run(effect);
    if (isRunning && isKnownNow(before, state)) this.#line.open();
    if (state !== before) for (const changed of this.#listeners) changed();
  }

  /** Takes an event that the other pages of the browser take too. */
  publish(event: ConversationEvent): void {
    this.#post({ kind: 'event', event });
    this.dispatch(event, true);
  }

  wake(): void {
    this.#line.hurry();
    if (this.state.isHeld) this.dispatch({ kind: 'released', what: 'line' });
    this.dispatch({ kind: 'due' });
  }

  async leave(): Promise<void> {
    this.#post({ kind: 'gone' });
    this.#end();
    await this.#input.kept.forget();
  }

  /** Joins the other pages, takes what is kept, and waits for the lead. */
  #begin(): void {
    const { tabs, kept, owner } = this.#input;
    const name = `chat/${owner}`;
    let isStopped = false;
    const channel = tabs.join(name, (data) => isPosted(data) && this.#receive(data));
    this.#post = (data) => channel.post(data);
    let letGo = (): void => {};
    this.#stop = () => {
      isStopped = true;
      letGo();
      channel.close();
      this.#post = () => {};
      this.#line.close();
      for (const callOff of this.#timers.values()) callOff();
      this.#timers.clear();
      this.dispatch({ kind: 'led', isLeading: false });
    };
    const loaded = kept.load();
    const lead = async (): Promise<void> => {
      // a page that is gone may have left messages
      const { unsent } = await kept.load();
      if (isStopped) return;
      for (const one of unsent) this.dispatch({ kind: 'restored', ...one });
      this.dispatch({ kind: 'led', isLeading: true });
      this.#share();
    };
    void loaded.then(({ draft }) => {
      if (!isStopped && draft !== '' && this.state.draft === '') this.dispatch({ kind: 'drafted', draft });
    });
    // this is counted as started after it
    queueMicrotask(() => {
      if (isStopped) return;
      this.dispatch({ kind: 'due' });
      this.#post({ kind: 'hello' });
      letGo = tabs.lead(name, () => void lead());
      this.#poll();
    });
  }

  #end(): void {
    if (this.#starts > 0) this.#stop();
    this.#starts = 0;
    this.state = emptyConversation;
    for (const changed of this.#listeners) changed();
  }

  #receive(posted: Posted): void {
    if (posted.kind === 'event') return this.#take(posted.event);
    if (posted.kind === 'gone') return this.#end();
    this.#share();
  }

  /** Gives the other pages the line and the queue as the leading page has them: what is kept may have changed since it was read. */
  #share(): void {
    const { isLeading, line, own } = this.state;
    if (!isLeading) return;
    const post = (event: ConversationEvent): void => this.#post({ kind: 'event', event });
    if (line !== 'unknown') post({ kind: 'line', isUp: line === 'up' });
    for (const { message, reason, status } of own) if (status !== 'sent') post({ kind: 'restored', message, reason });
  }

  /** Takes an event that another page published. */
  #take(event: ConversationEvent): void {
    if (event.kind === 'heard') this.#note(event.event);
    this.dispatch(event);
  }

  #hear(event: StreamEvent, after: number): void {
    this.#note(event);
    this.publish({ kind: 'heard', event, after });
  }

  #note(event: StreamEvent): void {
    if (event.kind === 'hint') this.#input.onHint?.(event.of);
    if (event.kind === 'snapshot') this.#failures = 0;
    if (event.kind === 'typing') this.#after('typing', typingMs, () => this.dispatch({ kind: 'typingEnded' }));
  }

  #after(what: 'hold' | 'typing' | 'poll', ms: number, run: () => void): void {
    this.#timers.get(what)?.();
    this.#timers.set(what, this.#input.clock.after(ms, run));
  }

  /** Gives a held conversation its pause. */
  #pause(before: ConversationState): void {
    if (this.state.isHeld === before.isHeld) return;
    this.#timers.get('hold')?.();
    if (!this.state.isHeld || this.#starts === 0) return;
    const { clock } = this.#input;
    this.#after('hold', pauseMs(this.#failures, clock.random()), () =>
      this.dispatch({ kind: 'released', what: 'line' }),
    );
    this.#failures += 1;
  }

  /** Looks for news from time to time where no stream brings it, or does not bring what was sent. */
  #poll(): void {
    this.#after('poll', this.#input.pollMs, () => {
      this.#poll();
      const { line, own } = this.state;
      if (line !== 'up' || own.some(({ status }) => status === 'sent')) this.dispatch({ kind: 'due' });
    });
  }
}

/** Whether a page that leads has just learnt which conversation is its own, and can open its stream. */
const isKnownNow = (before: ConversationState, now: ConversationState): boolean => {
  const isReady = (state: ConversationState): boolean =>
    state.isLeading && state.isOpen && state.conversationId !== undefined;
  return isReady(now) && !isReady(before);
};
