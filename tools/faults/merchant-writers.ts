import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Accepted, demoMerchant } from '../driver/journeys.ts';
import { Visitor, type WireData } from '../driver/visitor.ts';
import { sampleFiles } from './sample-files.ts';

/** A file as it was sent, under the id that it was given. */
export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a merchant was told before the server died. */
export interface MerchantWrites {
  /** Order numbers. */
  readonly orders: string[];
  /** Purchases whose answer never came, each with its key. */
  readonly unanswered: WireData[];
  readonly files: StoredFile[];
}

/** Nothing yet. */
export const noWrites = (): MerchantWrites => ({ orders: [], unanswered: [], files: [] });

const pauseMs = 50;

/** A product that gives data to an org: its orders stand on three consents. */
const choice = {
  pid: 'po-finance',
  skuId: 'single',
  quantity: 1,
  termMonths: 3,
  options: { ratio: '30', draw: 'once' },
};

const purchaseOf = async (merchant: Visitor): Promise<WireData> => {
  const [product, quote] = [
    await merchant.call('portal.productQueryDetail', { pid: choice.pid }),
    await merchant.call('order.quote', choice),
  ];
  // What the contract says that they answer.
  const asked = product.body.data?.['agreements'] as (Accepted & { scene: string })[];
  const agreements = asked
    .filter(({ scene }) => scene === 'purchase' || scene === 'dataSharing')
    .map(({ id, version }) => ({ id, version }));
  return { ...choice, agreements, expectedAmount: quote.body.data?.['totalAmount'] };
};

/** Buys, one after the other, each under a key of its own. */
export const writePurchases = async (
  url: string,
  { orders, unanswered }: MerchantWrites,
  isOver: () => boolean,
): Promise<void> => {
  const merchant = new Visitor(url);
  try {
    await demoMerchant(merchant);
    const purchase = await purchaseOf(merchant);
    while (!isOver()) {
      const payload = { ...purchase, idempotencyKey: randomBytes(16).toString('base64url') };
      unanswered.push(payload);
      const reply = await merchant.call('portal.purchase', payload);
      if (reply.status === 200) orders.push(String(reply.body.data?.['orderNo']));
      if (reply.status < 500) unanswered.splice(unanswered.indexOf(payload), 1);
      if (reply.status !== 200) await wait(pauseMs);
    }
  } catch {
    // The server is gone: what was acknowledged is noted.
  } finally {
    merchant.close();
  }
};

/** Uploads pictures, papers and workbooks in turn. */
export const writeFiles = async (url: string, { files }: MerchantWrites, isOver: () => boolean): Promise<void> => {
  const merchant = new Visitor(url);
  try {
    await demoMerchant(merchant);
    while (!isOver()) {
      for (const [name, make] of Object.entries(sampleFiles)) {
        const bytes = await make();
        const reply = await merchant.upload('file.upload', name, bytes);
        if (reply.status === 200) files.push({ fileId: String(reply.body.data?.['fileId']), name, bytes });
        else await wait(pauseMs);
      }
    }
  } catch {
    // The same.
  } finally {
    merchant.close();
  }
};
