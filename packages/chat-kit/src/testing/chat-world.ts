import type { ConversationStorage } from '../headless/conversation/conversation-storage.ts';
import { createMemoryStorage } from '../headless/conversation/conversation-storage.ts';
import type { ConversationTabs } from '../headless/conversation/conversation-tabs.ts';
import type { ConversationTransport, StreamEvent } from '../headless/conversation/transport.ts';
import { type ChatServer, createChatServer } from './chat-server.ts';
import { createStillClock, type StillClock, settle } from './still-clock.ts';

/** Something on its way that a test delivers, or loses. */
interface Parcel {
  page: number;
  /** Parcels of a lane arrive in their order; the others in any. */
  lane?: string;
  deliver: () => void;
  /** Loses it; `isDone` says whether it arrived and the answer is lost. */
  lose: (isDone: boolean) => void;
}

/** A server, a net that delivers what it is asked to, and the pages of one browser. */
export interface ChatWorld {
  server: ChatServer;
  clock: StillClock;
  storage: ConversationStorage;
  /** What is on its way. */
  parcels: () => number;
  /** Delivers one of them. */
  deliver: (which: number) => Promise<void>;
  /** Cuts the line of a page, or of all; `isDone` by turns says what had arrived before. */
  cut: (page: number | undefined, isDone: () => boolean) => Promise<void>;
  /** Sends what a page has asked once more, as a net does that got no answer. */
  repeat: (which: number) => void;
  /** The parts of a page. */
  page: (page: number) => { transport: ConversationTransport; tabs: ConversationTabs };
  /** Ends a page without a word. */
  kill: (page: number) => void;
}

/** What is on its way, and who listens. */
interface Net {
  server: ChatServer;
  parcels: Parcel[];
  streams: Map<number, { stop: () => void; ended: () => void }>;
  /** Pages in the order in which they asked for the lead. */
  waiting: { page: number; run: () => void }[];
  members: Map<number, (data: unknown) => void>;
  dead: Set<number>;
}

/** Makes the world. */
export function createChatWorld(): ChatWorld {
  const net: Net = {
    server: createChatServer(),
    parcels: [],
    streams: new Map(),
    waiting: [],
    members: new Map(),
    dead: new Set(),
  };
  const { server, streams, members } = net;
  const take = (parcel: Parcel): void => void net.parcels.splice(net.parcels.indexOf(parcel), 1);
  const chosen = (which: number): Parcel | undefined => net.parcels[which % Math.max(net.parcels.length, 1)];
  return {
    server,
    clock: createStillClock(),
    storage: createMemoryStorage(),
    parcels: () => net.parcels.length,
    async deliver(which) {
      const lane = chosen(which)?.lane;
      const parcel = lane === undefined ? chosen(which) : net.parcels.find((one) => one.lane === lane);
      if (parcel === undefined) return;
      take(parcel);
      parcel.deliver();
      await settle();
    },
    async cut(page, isDone) {
      const isCut = (one: number): boolean => page === undefined || one === page;
      for (const parcel of net.parcels.filter((one) => isCut(one.page) && one.lane === undefined)) {
        take(parcel);
        parcel.lose(isDone());
      }
      for (const [one, { stop, ended }] of [...streams].filter(([name]) => isCut(name))) {
        stop();
        streams.delete(one);
        ended();
      }
      await settle();
    },
    repeat(which) {
      const parcel = chosen(which);
      if (parcel !== undefined && parcel.lane === undefined) net.parcels.push({ ...parcel });
    },
    page: (page) => ({ transport: transportOf(net, page), tabs: tabsOf(net, page) }),
    kill(page) {
      net.dead.add(page);
      net.parcels = net.parcels.filter((one) => one.page !== page);
      streams.get(page)?.stop();
      streams.delete(page);
      members.delete(page);
      leaveLine(net, (one) => one.page === page);
    },
  };
}

/** Takes a page out of the line for the lead; the next one leads if it was the first. */
function leaveLine({ waiting }: Net, isGone: (one: Net['waiting'][number]) => boolean): void {
  const at = waiting.findIndex(isGone);
  if (at >= 0) waiting.splice(at, 1);
  if (at === 0) waiting[0]?.run();
}

/** A question that arrives when it is delivered, and its answer likewise. */
function request<Answer>(net: Net, page: number, call: () => Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer = (settled: () => void): void => {
      if (!net.dead.has(page)) net.parcels.push({ page, deliver: settled, lose: () => reject(new Error('cut')) });
    };
    net.parcels.push({
      page,
      deliver() {
        try {
          const value = call();
          answer(() => resolve(value));
        } catch (error) {
          answer(() => reject(error));
        }
      },
      lose(isDone) {
        try {
          if (isDone) call();
        } catch {
          // its answer is lost too
        }
        reject(new Error('cut'));
      },
    });
  });
}

function transportOf(net: Net, page: number): ConversationTransport {
  const { server, streams } = net;
  return {
    open: () => request(net, page, () => server.open()),
    history: (ask) => request(net, page, () => server.history(ask, ask.limit)),
    send: ({ clientId, content }) => request(net, page, () => server.send({ clientId, content })),
    read: ({ seq }) => request(net, page, () => server.read('own', seq)),
    recall: ({ seq }) => request(net, page, () => server.recall(seq)),
    stream(after, heard, ended) {
      const bring = (event: StreamEvent): void =>
        void net.parcels.push({ page, deliver: () => heard(event), lose: () => {} });
      bring(server.snapshot());
      for (const message of server.history({ after }, 10_000).messages) bring({ kind: 'message', message });
      const stop = server.listen(bring);
      const stream = { stop, ended };
      streams.set(page, stream);
      return () => {
        stop();
        if (streams.get(page) === stream) streams.delete(page);
      };
    },
  };
}

function tabsOf(net: Net, page: number): ConversationTabs {
  const { members, waiting } = net;
  return {
    lead(_name, run) {
      const place = { page, run };
      waiting.push(place);
      if (waiting[0] === place) run();
      return () => leaveLine(net, (one) => one === place);
    },
    join(_name, heard) {
      members.set(page, heard);
      return {
        close: () => void members.delete(page),
        post(data) {
          for (const other of members.keys()) {
            if (other === page) continue;
            const copy = structuredClone(data);
            const lane = `${page} to ${other}`;
            net.parcels.push({ page: other, lane, deliver: () => members.get(other)?.(copy), lose: () => {} });
          }
        },
      };
    },
  };
}
