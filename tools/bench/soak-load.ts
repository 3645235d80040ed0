import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  boughtConfiguration,
  demoMerchant,
  goodPassword,
  type Person,
  purchaseOf,
  register,
} from '../driver/journeys.ts';
import type { ServerProcess } from '../driver/server-process.ts';
import { NoStartUp, Visitor, type WireData } from '../driver/visitor.ts';
import { sampleFiles } from '../faults/sample-files.ts';
import type { SoakCounts } from './soak-result.ts';

/** A running load; `stop` resolves once its calls have ended. */
export interface SoakLoad {
  readonly counts: SoakCounts;
  stop(): Promise<void>;
}

interface Actor {
  readonly url: string;
  readonly counts: SoakCounts;
  /** Waits until the actor's next round; false once the load is over. */
  readonly next: () => Promise<boolean>;
}

type Reply = Awaited<ReturnType<Visitor['call']>>;

const counted = async ({ counts }: Actor, what: string, reply: Promise<Pick<Reply, 'status'>>): Promise<void> => {
  const { status } = await reply;
  counts.calls += 1;
  if (status === 503) counts.refused += 1;
  else if (status !== 200) counts.unexpected.push(`${what}: ${status}`);
};

const publicReads: readonly (readonly [string, WireData])[] = [
  ['portal.recommendQueryList', { limit: 12 }],
  ['portal.productQueryDetail', { pid: boughtConfiguration.pid }],
  ['portal.queryProductMap', {}],
  ['doc.queryList', { keyword: '对账' }],
  ['order.quote', boughtConfiguration],
];

/** A visitor who reads. */
const read = async (actor: Actor): Promise<void> => {
  const visitor = await new Visitor(actor.url).start();
  while (await actor.next()) {
    for (const [id, payload] of publicReads) await counted(actor, id, visitor.call(id, payload));
  }
  visitor.close();
};

/** Whether a visitor's start-up call was served; it may be refused like any other. */
const started = async (actor: Actor, visitor: Visitor): Promise<boolean> => {
  try {
    await visitor.start();
    return true;
  } catch (error) {
    if (!(error instanceof NoStartUp)) throw error;
    visitor.close();
    await counted(actor, 'start-up', Promise.resolve(error));
    return false;
  }
};

/** A person who logs in, reads the first pages and logs out. */
const logIn = async (actor: Actor, person: Person): Promise<void> => {
  while (await actor.next()) {
    const visitor = new Visitor(actor.url);
    if (!(await started(actor, visitor))) continue;
    const login = await visitor.call('portal.login', { ...person });
    await counted(actor, 'portal.login', Promise.resolve(login));
    if (login.status === 200) {
      actor.counts.logins += 1;
      for (const id of ['home.summary', 'order.page', 'notice.unreadCount', 'portal.logout'])
        await counted(actor, id, visitor.call(id));
    }
    visitor.close();
  }
};

/** A visitor who asks for image codes, every twentieth time for a spoken one. */
const askForCodes = async (actor: Actor): Promise<void> => {
  const visitor = await new Visitor(actor.url).start();
  for (let round = 0; await actor.next(); round += 1) {
    const kind = round % 20 === 0 ? 'audio' : 'image';
    await counted(actor, 'user.generateImageCode', visitor.call('user.generateImageCode', { kind }));
  }
  visitor.close();
};

/** A merchant who uploads files of each kind and fetches them again. */
const upload = async (actor: Actor): Promise<void> => {
  const merchant = await demoMerchant(new Visitor(actor.url));
  const makers = Object.entries(sampleFiles);
  for (let round = 0; await actor.next(); round += 1) {
    const [name = '', make] = makers[round % makers.length] ?? [];
    if (make === undefined) continue;
    const stored = await merchant.upload('file.upload', name, await make());
    await counted(actor, 'file.upload', Promise.resolve(stored));
    if (stored.status !== 200) continue;
    await counted(actor, 'file.download', merchant.download('file.download', { fileId: stored.body.data?.['fileId'] }));
  }
  merchant.close();
};

/** A merchant who buys and cancels. */
const buy = async (actor: Actor): Promise<void> => {
  const merchant = await demoMerchant(new Visitor(actor.url));
  const purchase = await purchaseOf(merchant);
  while (await actor.next()) {
    const order = await merchant.call('portal.purchase', purchase);
    await counted(actor, 'portal.purchase', Promise.resolve(order));
    if (order.status !== 200) continue;
    await counted(actor, 'order.cancel', merchant.call('order.cancel', { orderNo: order.body.data?.['orderNo'] }));
  }
  merchant.close();
};

const newPerson = async (server: ServerProcess, at: number): Promise<Person> => {
  const person = { mobile: `13${randomInt(10_000_000, 90_000_000)}${at}`, pwd: goodPassword };
  const visitor = await new Visitor(server.url).start();
  const reply = await register(visitor, server, person);
  visitor.close();
  if (reply.status !== 200) throw new Error(`no registration: ${reply.status} ${reply.body.errCode ?? ''}`);
  return person;
};

/** How many of each act at once, and how long a round of theirs takes at least. @unit ms */
const paces = { read: [8, 250], logIn: [4, 800], askForCodes: [2, 200], upload: [1, 1000], buy: [1, 1000] } as const;

/** Starts a bounded load of everything that the product is asked for: some 200 calls a second, five logins among them. */
export const startSoakLoad = async (server: ServerProcess): Promise<SoakLoad> => {
  const counts: SoakCounts = { calls: 0, logins: 0, refused: 0, unexpected: [] };
  const people: Person[] = [];
  for (let at = 0; at < paces.logIn[0]; at += 1) people.push(await newPerson(server, at));
  let isOver = false;
  const start = (name: keyof typeof paces, act: (actor: Actor, at: number) => Promise<void>): Promise<void>[] => {
    const [count, paceMs] = paces[name];
    return Array.from({ length: count }, async (_, at) => {
      let dueMs = performance.now() + (paceMs * at) / count;
      const next = async (): Promise<boolean> => {
        await wait(Math.max(0, dueMs - performance.now()));
        dueMs = Math.max(dueMs + paceMs, performance.now());
        return !isOver;
      };
      await act({ url: server.url, counts, next }, at);
    });
  };
  const running = Promise.all([
    ...start('read', read),
    ...start('logIn', (actor, at) => logIn(actor, people[at] ?? { mobile: '', pwd: '' })),
    ...start('askForCodes', askForCodes),
    ...start('upload', upload),
    ...start('buy', buy),
  ]);
  // An actor that fails ends the run at `stop`, not before.
  running.catch(() => undefined);
  return {
    counts,
    async stop() {
      isOver = true;
      await running;
    },
  };
};
