import { randomBytes } from 'node:crypto';
import { agreementsOf, goodPassword, imageTicket, register } from '../driver/journeys.ts';
import { type SignedBy, Visitor } from '../driver/visitor.ts';
import { type MerchantWrites, noWrites, writeFiles, writePurchases } from './merchant-writers.ts';

/** A call with its key and its visitor. */
export interface Unanswered {
  readonly signedBy: SignedBy;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The acknowledgements that writers received before the server died; calls in flight at that time may or may not have been executed. */
export interface Acknowledged {
  readonly tickets: string[];
  readonly mobiles: string[];
  /** Leads without a reply, which their visitor repeats under the same key. */
  readonly unanswered: Unanswered[];
  readonly merchant: MerchantWrites;
}

/** An empty record. */
export const nothingWritten = (): Acknowledged => ({ tickets: [], mobiles: [], unanswered: [], merchant: noWrites() });

/** Running writers; `stop` resolves once their calls have ended. */
export interface Writers {
  readonly acknowledged: Acknowledged;
  stop(): Promise<void>;
}

const newMobile = () => `18${String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, '0')}`;

/** A lead without its image ticket. */
const leadPayload = (agreements: unknown): Record<string, unknown> => ({
  mobile: newMobile(),
  name: '王小明',
  topic: 'consult',
  content: `想了解聚合收款。${randomBytes(8).toString('hex')}`,
  agreements,
  idempotencyKey: randomBytes(16).toString('base64url'),
});

const writeLeads = async (url: string, { tickets, unanswered }: Acknowledged, isOver: () => boolean): Promise<void> => {
  const visitor = new Visitor(url);
  try {
    await visitor.start();
    const agreements = await agreementsOf(visitor, 'contact');
    while (!isOver()) {
      const payload = { ...leadPayload(agreements), imageTicket: await imageTicket(visitor) };
      const call = { signedBy: visitor.signedBy, payload };
      unanswered.push(call);
      const reply = await visitor.call('portal.contact', payload);
      if (reply.status === 200) tickets.push(String(reply.body.data?.['ticketNo']));
      if (reply.status < 500) unanswered.splice(unanswered.indexOf(call), 1);
    }
  } catch {
    // The server is gone; acknowledged leads have been recorded.
  } finally {
    visitor.close();
  }
};

const writeAccounts = async (
  url: string,
  dataDir: string,
  { mobiles }: Acknowledged,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    const visitor = new Visitor(url);
    const mobile = newMobile();
    try {
      await visitor.start();
      const reply = await register(visitor, { dataDir, isOver }, { mobile, pwd: goodPassword });
      if (reply.status === 200) mobiles.push(mobile);
    } catch {
      // The server is gone, or was too busy for this call.
    } finally {
      visitor.close();
    }
  }
};

/** Three visitors who leave messages, two who register, one who buys and one who uploads, each sequentially, until they are stopped. */
export const startWriters = (url: string, dataDir: string): Writers => {
  const acknowledged = nothingWritten();
  let over = false;
  const isOver = () => over;
  const running = [
    ...Array.from({ length: 3 }, () => writeLeads(url, acknowledged, isOver)),
    ...Array.from({ length: 2 }, () => writeAccounts(url, dataDir, acknowledged, isOver)),
    writePurchases(url, acknowledged.merchant, isOver),
    writeFiles(url, acknowledged.merchant, isOver),
  ];
  return {
    acknowledged,
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
};
