import type {
  ConversationMessage,
  ConversationSender,
  Cursors,
  Reception,
} from '../headless/conversation/conversation-message.ts';
import {
  type HistoryAsk,
  type HistoryPage,
  type Opened,
  SendRefusal,
  type StreamEvent,
} from '../headless/conversation/transport.ts';

/** What a sender gives. */
export interface Given {
  clientId: string;
  content: string;
}

/** A pure model of a server with one conversation. */
export interface ChatServer {
  /** The numbered table. */
  table: () => readonly ConversationMessage[];
  send: (given: Given, sender?: ConversationSender) => { seq: number; conversationId: string };
  /** The next sends are refused for being too many. */
  limit: (count: number) => void;
  /** Takes a message back by a new one; what was taken back stays so. */
  recall: (seq: number) => void;
  read: (side: keyof Cursors, seq: number) => void;
  reception: () => Reception | undefined;
  /** Hands over, takes, transfers, ends: what is not possible now changes nothing. */
  serve: (step: 'handOver' | 'take' | 'transfer' | 'end' | 'leave', agent?: string) => void;
  open: () => Opened;
  history: (ask: HistoryAsk, limit: number) => HistoryPage;
  snapshot: () => StreamEvent;
  /** Calls with each event after its commit; returns what stops it. */
  listen: (heard: (event: StreamEvent) => void) => () => void;
}

const nextStates: Readonly<Record<string, readonly [from: readonly Reception['state'][], to: Reception['state']]>> = {
  handOver: [['robot'], 'waiting'],
  take: [['waiting', 'left'], 'serving'],
  transfer: [['serving'], 'serving'],
  end: [['robot', 'waiting', 'serving'], 'ended'],
  leave: [['waiting'], 'left'],
};

/** Makes the model; its first number is 1. */
export function createChatServer(conversationId = 'c1'): ChatServer {
  const table: ConversationMessage[] = [];
  const answers = new Map<string, { content: string; seq: number }>();
  const listeners = new Set<(event: StreamEvent) => void>();
  const cursors = { own: 0, other: 0 };
  let reception: Reception | undefined;
  let limited = 0;
  const emit = (event: StreamEvent): void => {
    for (const heard of listeners) heard(structuredClone(event));
  };
  const append = (message: Omit<ConversationMessage, 'seq' | 'at'>): number => {
    const seq = table.length + 1;
    table.push({ ...message, seq, at: seq });
    emit({ kind: 'message', message: shown(seq) });
    return seq;
  };
  /** As readers get it: without the words of what was taken back. */
  const shown = (seq: number): ConversationMessage => {
    const message = table[seq - 1];
    if (message === undefined) throw new RangeError(`no message ${seq}`);
    const by = table.find((one) => one.recalls === seq)?.seq;
    return by === undefined ? message : { ...message, content: '', recalledBy: by };
  };
  const setReception = (next: Omit<Reception, 'version'>): void => {
    reception = { ...next, version: (reception?.version ?? 0) + 1 };
    emit({ kind: 'reception', reception });
  };
  const open = () => ({ conversationId, lastSeq: table.length, cursors: { ...cursors }, reception });
  return {
    table: () => table,
    limit: (count) => void (limited = count),
    send({ clientId, content }, sender = 'user') {
      const name = `${sender}/${clientId}`;
      const first = answers.get(name);
      if (first !== undefined) {
        if (first.content !== content) throw new SendRefusal('conflict');
        return { seq: first.seq, conversationId };
      }
      if (sender === 'user' && limited > 0) {
        limited -= 1;
        throw new SendRefusal('limited', { retryAfter: 7 });
      }
      if (content === 'refused') throw new SendRefusal('refused', { words: 'no' });
      const seq = append({ sender, type: 'text', content, clientId });
      answers.set(name, { content, seq });
      if (reception === undefined || reception.state === 'ended') {
        setReception({ receptionId: `r${seq}`, state: 'robot' });
      }
      return { seq, conversationId };
    },
    recall(seq) {
      const message = table[seq - 1];
      if (message === undefined || message.sender === 'system' || shown(seq).recalledBy !== undefined) return;
      append({ sender: 'system', type: 'text', content: '', recalls: seq });
    },
    read(side, seq) {
      const next = Math.min(seq, table.length);
      if (next <= cursors[side]) return;
      cursors[side] = next;
      emit({ kind: 'cursor', [side]: next });
    },
    reception: () => reception,
    serve(step, agent) {
      const [from, to] = nextStates[step] ?? [[], 'ended'];
      if (reception === undefined || !from.includes(reception.state)) return;
      setReception({ receptionId: reception.receptionId, state: to, agent });
    },
    open: () => structuredClone({ ...open(), firstSeq: 1 }),
    history(ask, limit) {
      const all = table.map((one) => shown(one.seq));
      const found = 'after' in ask ? all.slice(ask.after) : all.slice(0, ask.before - 1);
      const messages = 'after' in ask ? found.slice(0, limit) : found.slice(-limit);
      return structuredClone({ messages, hasMore: messages.length < found.length });
    },
    snapshot: () => structuredClone({ kind: 'snapshot', ...open() }),
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
