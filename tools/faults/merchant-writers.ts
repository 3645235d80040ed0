import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { demoMerchant, purchaseOf } from '../driver/journeys.ts';
import { Visitor, type WireData } from '../driver/visitor.ts';
import { sampleFiles } from './sample-files.ts';

/** An uploaded file with its id. */
export interface StoredFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** The acknowledgements that a merchant received before the server died. */
export interface MerchantWrites {
  /** Order numbers. */
  readonly orders: string[];
  /** Purchases without a reply, each with its key. */
  readonly unanswered: WireData[];
  readonly files: StoredFile[];
}

/** An empty record. */
export const noWrites = (): MerchantWrites => ({ orders: [], unanswered: [], files: [] });

const pauseMs = 50;

/** Buys repeatedly, each time with a new key. */
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
    // The server is gone; acknowledged purchases have been recorded.
  } finally {
    merchant.close();
  }
};

/** Uploads pictures, documents and workbooks in turn. */
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
    // The server is gone here too.
  } finally {
    merchant.close();
  }
};
