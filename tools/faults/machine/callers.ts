import { randomBytes } from 'node:crypto';
import { demoMerchant, imageTicket, purchaseOf } from '../../driver/journeys.ts';
import { Visitor, type WireReply } from '../../driver/visitor.ts';
import { sampleFiles } from '../sample-files.ts';
import { type Answer, type Probe, probes } from './probe.ts';

/** An answer to a probe. @unit ms, of the clock that is never set */
export interface Seen {
  readonly probe: Probe;
  readonly answer: Answer;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** People who try each thing once a second. */
export interface Callers {
  readonly seen: readonly Seen[];
  /** Orders that were acknowledged. */
  readonly orders: readonly string[];
  /** Asks whatever has no answer outstanding, without waiting for it. */
  ask(this: void): void;
  /** Resolves once every probe that is begun from now on is served. */
  untilServed(): Promise<void>;
  /** Resolves once nothing is outstanding. */
  settled(): Promise<void>;
  close(): void;
}

type Reply = Pick<WireReply, 'status'> & { readonly body: { readonly errCode?: string } };

const textOf = ({ status, body: { errCode } }: Reply): Answer =>
  errCode === undefined || status < 400 ? String(status) : `${status} ${errCode}`;
const isServed = (answer: Answer): boolean => answer === '200';

/** The answer to the picture that comes before a code, where that was refused; a connection that broke is no answer. */
const refusalIn = (error: unknown): Reply => {
  const [, status, errCode = ''] = / (\d{3}) (\w{0,40})$/.exec(error instanceof Error ? error.message : '') ?? [];
  if (status === undefined) throw error;
  return { status: Number(status), body: { errCode } };
};

/** A page of the portal; without its build there is none. */
const page = async (url: string): Promise<Reply> => {
  const reply = await fetch(url, { headers: { accept: 'text/html' } });
  await reply.arrayBuffer();
  return { status: reply.status, body: {} };
};

const longestMs = 60_000;

/** Signs a merchant in, while everything is in order. */
export const callersOf = async (url: string): Promise<Callers> => {
  const [merchant, person] = [await demoMerchant(new Visitor(url)), await new Visitor(url).start()];
  const purchase = await purchaseOf(merchant);
  const file = (await sampleFiles['回单.pdf']?.()) ?? Buffer.alloc(0);
  const [seen, orders, outstanding]: [Seen[], string[], Map<Probe, Promise<void>>] = [[], [], new Map()];
  const key = () => randomBytes(16).toString('base64url');
  const mobile = () => `17${String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, '0')}`;
  const calls: Readonly<Record<Probe, () => Promise<Reply>>> = {
    start: () => new Visitor(url).post('/ftc/api/sys/commonConfig', 'channel=OAPP&data=%7B%7D'),
    read: () => merchant.call('order.page', {}),
    async purchase() {
      const reply = await merchant.call('portal.purchase', { ...purchase, idempotencyKey: key() });
      if (reply.status === 200) orders.push(String(reply.body.data?.['orderNo']));
      return reply;
    },
    async code() {
      const ticket = await imageTicket(person).catch(refusalIn);
      if (typeof ticket === 'object') return ticket;
      const payload = { mobile: mobile(), scene: 'register', imageTicket: ticket };
      return person.call('portal.sendSmsCode', payload);
    },
    upload: () => merchant.upload('file.upload', '回单.pdf', file),
    page: () => page(url),
  };
  const askOne = async (probe: Probe): Promise<void> => {
    const beganMs = performance.now();
    const answer = await calls[probe]().then(textOf, () => 'no answer');
    seen.push({ probe, answer, beganMs, endedMs: performance.now() });
    outstanding.delete(probe);
  };
  const ask = (): void => {
    for (const probe of probes) if (!outstanding.has(probe)) outstanding.set(probe, askOne(probe));
  };
  return {
    seen,
    orders,
    ask,
    settled: async () => void (await Promise.all(outstanding.values())),
    async untilServed() {
      const sinceMs = performance.now();
      const missing = () =>
        probes.filter(
          (probe) => !isServed(seen.findLast((one) => one.probe === probe && one.beganMs >= sinceMs)?.answer ?? ''),
        );
      while (missing().length > 0) {
        if (performance.now() - sinceMs > longestMs)
          throw new Error(`not served again: ${JSON.stringify(seen.slice(-12))}`);
        ask();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close() {
      merchant.close();
      person.close();
    },
  };
};
