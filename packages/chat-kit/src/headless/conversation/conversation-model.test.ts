// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChatWorld, createChatWorld } from '../../testing/chat-world.ts';
import { settle } from '../../testing/still-clock.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { type ConversationRow, createRowReader } from './conversation-rows.ts';

/** A usual run plays the same cases every time; a long one 20,000 new ones. */
const cases = process.env['RANDOM_CASES'] === 'all' ? { numRuns: 20_000 } : { numRuns: 500, seed: 20_261_129 };

interface Page {
  conversation: Conversation;
  rows: () => readonly ConversationRow[];
  /** The numbers that were shown last. */
  shown: readonly number[];
}

/** A world with the pages of one reader, and what that reader sent. */
interface Play {
  world: ChatWorld;
  pages: Map<number, Page>;
  opened: number;
  named: number;
  /** Names and words in the order of each page. */
  sent: Map<number, { words: string }[]>;
  /** Words of messages that a page showed as unsent. */
  unsent: Set<string>;
}

async function openPage(play: Play): Promise<void> {
  if (play.pages.size === 3) return;
  const id = play.opened;
  play.opened += 1;
  const { world } = play;
  const conversation = createConversation({
    ...world.page(id),
    owner: 'me',
    storage: world.storage,
    clock: world.clock,
    pageSize: 4,
    newId: () => `n${(play.named += 1)}`,
  });
  const read = createRowReader();
  play.pages.set(id, { conversation, rows: () => read(conversation.state()), shown: [] });
  conversation.start();
  await settle();
}

/** What may happen, chosen by a number; `n` is a choice within. */
const steps: readonly ((play: Play, page: Page, n: number, id: number) => unknown)[] = [
  (play, page, n, id) => say(play, page, id, n % 9 === 0 ? 'refused' : undefined),
  (play, page, _n, id) => say(play, page, id),
  (play, _page, n) =>
    play.world.server.send({ clientId: `a${play.world.server.table().length}`, content: `a${n}` }, 'agent'),
  ({ world }, _page, n) => world.deliver(n),
  ({ world }, _page, n) => world.deliver(n),
  async ({ world }, _page, n) => {
    for (let left = n % 12; left > 0; left -= 1) await world.deliver(n * left);
  },
  ({ world }, _page, n) => world.repeat(n),
  ({ world }, _page, n, id) => world.cut(id, () => (n += 1) % 2 === 0),
  ({ world }, _page, n) => world.cut(undefined, () => (n += 1) % 2 === 0),
  ({ world }, _page, n) => world.clock.move((n % 40) * 1000),
  ({ world }, page, n) => void (n % 2 ? world.server.recall(n % 9) : page.conversation.recall(n % 9).catch(() => {})),
  ({ world }, _page, n) =>
    world.server.serve((['handOver', 'take', 'transfer', 'end', 'leave'] as const)[n % 5] ?? 'end', `p${n}`),
  ({ world }, page, n) => (n % 2 ? world.server.read('other', n % 20) : page.conversation.seen(n % 20)),
  (play) => openPage(play),
  (play, _page, _n, id) => {
    if (play.pages.size === 1) return;
    play.world.kill(id);
    play.pages.delete(id);
  },
  ({ world }, _page, n) => world.server.limit(n % 4),
  (_play, page) => page.conversation.older(),
  // another message takes the next name
  ({ world, named }, _page, n) => n % 3 === 0 && sendElsewhere(world, `n${named + 1}`, 'other'),
  (_play, page) => retryFailed(page),
  ({ world }, page, n) => (n % 2 ? page.conversation.wake() : sendElsewhere(world, `v${n}`, `v${n}`)),
];

function say(play: Play, { conversation }: Page, id: number, given?: string): void {
  const words = given ?? `w${play.named}`;
  conversation.send({ type: 'text', content: words });
  play.sent.set(id, [...(play.sent.get(id) ?? []), { words }]);
}

/** The reader writes on another device, which may be refused. */
function sendElsewhere({ server }: ChatWorld, clientId: string, content: string): void {
  try {
    server.send({ clientId, content });
  } catch {
    // nothing is stored
  }
}

function retryFailed({ conversation }: Page): void {
  const failed = conversation.unsent().find(({ status, reason }) => status === 'failed' && reason !== 'refused');
  if (failed) conversation.retry(failed.message.clientId);
}

/** What a reader sees stands in order, once, without gaps, and grows at its ends alone. */
function look(play: Play): void {
  for (const page of play.pages.values()) {
    const { conversation, rows, shown } = page;
    const { from, to, own } = conversation.state();
    const all = rows();
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    const numbers = conversation.state().messages.flatMap(({ seq }) => (seq >= from && seq <= to ? [seq] : []));
    expect(numbers).toEqual(Array.from({ length: to - from + 1 }, (_, at) => from + at));
    const [first = from] = shown;
    expect(numbers.slice(first - from, first - from + shown.length)).toEqual(shown);
    page.shown = numbers;
    for (const one of own) if (one.status === 'failed') play.unsent.add(one.message.content);
  }
}

/** The faults end; everything arrives. */
async function recover(play: Play): Promise<void> {
  const { world, pages } = play;
  world.server.limit(0);
  for (let round = 0; round < 200; round += 1) {
    while (world.parcels() > 0) await world.deliver(0);
    look(play);
    for (const page of pages.values()) {
      page.conversation.older();
      retryFailed(page);
    }
    await world.clock.move(31_000);
    const isDone = [...pages.values()].every(({ conversation }) => {
      const { own, to, from, older } = conversation.state();
      return (
        to === world.server.table().length &&
        from === 1 &&
        older === 'idle' &&
        own.every((one) => one.reason === 'refused')
      );
    });
    if (isDone && world.parcels() === 0) return;
    if (round % 20 === 19) for (const { conversation } of pages.values()) conversation.wake();
  }
  const stuck = [...pages.values()].map(({ conversation }) => conversation.state());
  throw new Error(`nothing comes to rest: ${JSON.stringify(stuck)}`);
}

/** What the server knows and every page has to agree with. */
const factsOf = ({ conversation }: Page) => {
  const { messages, cursors, reception, recalls } = conversation.state();
  return { messages, cursors, reception, recalls };
};

async function play(tape: readonly (readonly [step: number, n: number])[]): Promise<Play> {
  const world = createChatWorld();
  const state: Play = { world, pages: new Map(), opened: 0, named: 0, sent: new Map(), unsent: new Set() };
  await openPage(state);
  for (const [step, n] of tape) {
    const ids = [...state.pages.keys()];
    const id = ids[n % ids.length] ?? 0;
    const page = state.pages.get(id);
    if (page) await steps[step % steps.length]?.(state, page, n, id);
    await settle();
    look(state);
  }
  await recover(state);
  return state;
}

const tapes = fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(400)), { minLength: 5, maxLength: 70 });

test(`service 1.2 2.2 2.4 nothing is lost, doubled or out of order, whatever is cut, repeated, reordered or dies`, async () => {
  await fc.assert(
    fc.asyncProperty(tapes, async (tape) => {
      const { world, pages, sent, unsent } = await play(tape);
      const table = world.server.table();
      const stored = table.filter(({ sender }) => sender === 'user').map(({ content }) => content);
      for (const list of sent.values()) {
        const words = list.map((one) => one.words).filter((one) => one !== 'refused');
        for (const one of words) expect(stored.filter((content) => content === one)).toEqual([one]);
        // what a person saw as unsent and sent again has a new place
        const inOrder = words.filter((one) => !unsent.has(one));
        expect(stored.filter((one) => inOrder.includes(one))).toEqual(inOrder);
      }
      const fresh = await freshPage(world);
      for (const page of pages.values()) {
        expect(factsOf(page)).toEqual(factsOf(fresh));
        expect(page.rows().filter(({ seq }) => seq !== undefined)).toEqual(
          fresh.rows().filter(({ seq }) => seq !== undefined),
        );
      }
    }),
    cases,
  );
}, 900_000);

/** A page that opens when all is over and reads everything. */
async function freshPage(world: ChatWorld): Promise<Page> {
  const { transport } = world.page(99);
  const tabs = { lead: () => () => {}, join: () => ({ post: () => {}, close: () => {} }) };
  const conversation = createConversation({ transport, tabs, owner: 'other', clock: world.clock, pageSize: 50 });
  const stop = conversation.start();
  await settle();
  for (let round = 0; round < 40; round += 1) {
    while (world.parcels() > 0) await world.deliver(0);
    conversation.older();
    await settle();
  }
  stop();
  const read = createRowReader();
  return { conversation, rows: () => read(conversation.state()), shown: [] };
}
