import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { demoMerchant, purchaseOf } from '../driver/journeys.ts';
import { Visitor } from '../driver/visitor.ts';
import { sampleFiles } from './sample-files.ts';

/** An answer, and the time that it took. */
interface Timed {
  readonly status: number;
  readonly errCode: string;
  readonly ms: number;
}

/** One call of each kind that waits for the database, by persons who are already signed in, or not yet. */
export interface Callers {
  /** Makes all calls at once. */
  callAll(): Promise<Readonly<Record<string, Timed>>>;
  close(): void;
}

const timed = async (ask: () => Promise<{ status: number; body: { errCode?: string } }>): Promise<Timed> => {
  const startedMs = performance.now();
  const { status, body } = await ask();
  return { status, errCode: body.errCode ?? '', ms: Math.round(performance.now() - startedMs) };
};

/** A page of the phone's layout, for which nobody has asked before. */
const page = async (url: string) => {
  const reply = await fetch(url, { headers: { accept: 'application/json', 'user-agent': 'iPhone' } });
  const isJson = reply.headers.get('content-type')?.includes('json') === true;
  const body: unknown = isJson ? await reply.json() : {};
  return { status: reply.status, body: body as { errCode?: string } };
};

/** Prepares the callers while the database still answers. */
export const callersOf = async (url: string): Promise<Callers> => {
  const [merchant, person] = [await demoMerchant(new Visitor(url)), await new Visitor(url).start()];
  const purchase = await purchaseOf(merchant);
  const file = await sampleFiles['回单.pdf']?.();
  const key = () => randomBytes(16).toString('base64url');
  const calls: Readonly<Record<string, () => Promise<{ status: number; body: { errCode?: string } }>>> = {
    read: () => merchant.call('order.page', {}),
    purchase: () => merchant.call('portal.purchase', { ...purchase, idempotencyKey: key() }),
    login: () => person.call('portal.login', { mobile: '13800000002', pwd: 'Demo-Merchant-2' }),
    upload: () => merchant.upload('file.upload', '回单.pdf', file ?? Buffer.alloc(0)),
    start: () => new Visitor(url).post('/ftc/api/sys/commonConfig', 'channel=OAPP&data=%7B%7D'),
    '/': () => page(url),
    '/media': () => page(`${url}/media/00000000000000000000000000000000.png`),
  };
  return {
    async callAll() {
      const all = await Promise.all(
        Object.entries(calls).map(async ([name, ask]) => [name, await timed(ask)] as const),
      );
      return Object.fromEntries(all);
    },
    close() {
      merchant.close();
      person.close();
    },
  };
};

/** R14.6 names five seconds; the rest is the machine's own time. */
const withinMs = 5500;

const shown = (replies: Readonly<Record<string, Timed>>): string => JSON.stringify(replies);

/** Every answer is that the system is busy, in time. */
export const expectBusy = (replies: Readonly<Record<string, Timed>>): void => {
  for (const [name, reply] of Object.entries(replies)) {
    expect(reply.ms, `${name} ${shown(replies)}`).toBeLessThan(withinMs);
    // The page was rendered at the start, and stands for a minute; without a build there is none: a 503 of another kind.
    if (name === '/' && reply.errCode === '') expect([200, 503]).toContain(reply.status);
    else expect(reply, `${name} ${shown(replies)}`).toMatchObject({ status: 503, errCode: 'OPSB0002' });
  }
};

/** Whether the database was reached by each of them. */
export const areServed = (replies: Readonly<Record<string, Timed>>): boolean =>
  Object.values(replies).every(({ errCode, ms }) => !errCode.startsWith('OPSB') && ms < withinMs);
