import type { ConversationClock } from './conversation-clock.ts';
import type { ConversationEffect, ConversationEvent } from './conversation-events.ts';
import { type ConversationTransport, SendRefusal } from './transport.ts';

interface EffectInput {
  transport: ConversationTransport;
  clock: ConversationClock;
  pageSize: number;
  dispatch: (event: ConversationEvent) => void;
  /** Also for the other pages of this browser. */
  publish: (event: ConversationEvent) => void;
}

/** Asks the transport, and turns its answers into events. */
export function createEffectRunner(input: EffectInput): (effect: ConversationEffect) => void {
  const { transport, pageSize, dispatch } = input;
  const ask = <Answer>(
    call: () => Promise<Answer>,
    what: 'open' | 'history' | 'read',
    event: (answer: Answer) => ConversationEvent,
  ): void =>
    void settle(
      call,
      (answer) => dispatch(event(answer)),
      () => dispatch({ kind: 'failed', what }),
    );
  return (effect) => {
    switch (effect.kind) {
      case 'open':
        return ask(transport.open, 'open', (opened) => ({ kind: 'opened', opened }));
      case 'history': {
        const { conversationId, ask: which } = effect;
        const call = () => transport.history({ ...which, conversationId, limit: pageSize });
        return ask(call, 'history', (page) => ({ kind: 'history', ask: which, page }));
      }
      case 'read': {
        const { conversationId, seq } = effect;
        return ask(
          () => transport.read({ conversationId, seq }),
          'read',
          () => ({ kind: 'readDone', seq }),
        );
      }
      case 'send':
        return send(effect, input);
    }
  };
}

/** Calls, also where a call throws at once. */
const settle = <Answer>(
  call: () => Promise<Answer>,
  done: (answer: Answer) => void,
  failed: (error: unknown) => void,
): Promise<void> => Promise.resolve().then(call).then(done, failed);

function send(
  { message, conversationId }: Extract<ConversationEffect, { kind: 'send' }>,
  { transport, clock, dispatch, publish }: EffectInput,
): void {
  const { clientId } = message;
  void settle(
    () => transport.send({ ...message, conversationId }),
    (sent) => publish({ kind: 'sent', clientId, ...sent }),
    (error) => {
      if (!(error instanceof SendRefusal)) return publish({ kind: 'unsent', clientId, reason: 'unreachable' });
      const { reason, retryAfter, message: words } = error;
      if (reason !== 'limited') return publish({ kind: 'unsent', clientId, reason, words: words || undefined });
      clock.after(retryAfter * 1000, () => dispatch({ kind: 'released', what: 'limit' }));
      dispatch({ kind: 'limited', clientId });
    },
  );
}
