import { randomBytes } from 'node:crypto';
import { agreementsOf, goodPassword, imageTicket, register } from '../driver/journeys.ts';
import { Visitor } from '../driver/visitor.ts';

/** What writers were told before the server died; whatever was under way then may or may not be there. */
export interface Acknowledged {
  readonly tickets: string[];
  readonly mobiles: string[];
  /** Leads whose answer never came: payloads to be sent again under their key. */
  readonly unanswered: Record<string, unknown>[];
}

/** Writers at work; `stop` ends them once their calls have ended. */
export interface Writers {
  readonly acknowledged: Acknowledged;
  stop(): Promise<void>;
}

const newMobile = () => `18${String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, '0')}`;

/** A lead with everything but its image ticket. */
export const leadPayload = (agreements: unknown): Record<string, unknown> => ({
  mobile: newMobile(),
  name: '王小明',
  topic: 'consult',
  content: '想了解聚合收款。',
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
      unanswered.push(payload);
      const reply = await visitor.call('portal.contact', payload);
      if (reply.status === 200) tickets.push(String(reply.body.data?.['ticketNo']));
      if (reply.status < 500) unanswered.splice(unanswered.indexOf(payload), 1);
    }
  } catch {
    // The server is gone: what was acknowledged is noted.
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
      const reply = await register(visitor, dataDir, { mobile, pwd: goodPassword });
      if (reply.status === 200) mobiles.push(mobile);
    } catch {
      // The server is gone, or was too busy for this one.
    } finally {
      visitor.close();
    }
  }
};

/** Three who leave messages and two who register, one after the other, until they are stopped. */
export const startWriters = (url: string, dataDir: string): Writers => {
  const acknowledged: Acknowledged = { tickets: [], mobiles: [], unanswered: [] };
  let over = false;
  const isOver = () => over;
  const running = [
    ...Array.from({ length: 3 }, () => writeLeads(url, acknowledged, isOver)),
    ...Array.from({ length: 2 }, () => writeAccounts(url, dataDir, acknowledged, isOver)),
  ];
  return {
    acknowledged,
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
};
