import type { Tx } from '#kernel/database/db';

/** A trial request or a message, as it is stored. */
export interface NewLead {
  readonly kind: 'trial' | 'contact';
  readonly topic: string | null;
  readonly name: string;
  readonly company: string | null;
  readonly mobileDigest: Buffer;
  readonly mobileSealed: Buffer;
  readonly mobileMasked: string;
  readonly content: string | null;
  readonly pid: string | null;
  readonly skuId: string | null;
  readonly options: Readonly<Record<string, string>> | null;
  readonly consents: readonly { readonly id: string; readonly version: string; readonly sha256: string }[];
  readonly userId: string | null;
  /** Of one that staff write down: who did. What it says is theirs. */
  readonly notedBy?: string;
  readonly address: string;
  readonly requestId: string;
}

/** Stores a lead; false when its number is taken. */
export const insertLead = async (tx: Tx, ticketNo: string, lead: NewLead): Promise<boolean> => {
  const added = await tx
    .insertInto('lead')
    .values({
      ticket_no: ticketNo,
      kind: lead.kind,
      topic: lead.topic,
      name: lead.name,
      company: lead.company,
      mobile_digest: lead.mobileDigest,
      mobile_sealed: lead.mobileSealed,
      mobile_masked: lead.mobileMasked,
      content: lead.content,
      pid: lead.pid,
      sku_id: lead.skuId,
      options: lead.options === null ? null : JSON.stringify(lead.options),
      consents: JSON.stringify(lead.consents),
      user_id: lead.userId,
      noted_by: lead.notedBy ?? null,
      address: lead.address,
      request_id: lead.requestId,
    })
    .onConflict((conflict) => conflict.column('ticket_no').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};
