import type { Agreement } from '@ronghui/contract';
import type { Tx } from '#kernel/database/db';

/** A version as an import contains it. */
export interface AgreementText {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly scene: Agreement['scene'];
  readonly required: boolean;
  readonly markdown: string;
  readonly html: string;
  readonly sha256: string;
  readonly effectiveAt: Date;
}

/** Adds the new versions; existing ones stay unchanged (the caller has compared the digests). */
export const addAgreements = async (tx: Tx, texts: readonly AgreementText[]): Promise<void> => {
  if (texts.length === 0) return;
  await tx
    .insertInto('agreement')
    .values(texts.map(({ id, effectiveAt, ...text }) => ({ agreement_id: id, effective_at: effectiveAt, ...text })))
    .onConflict((conflict) => conflict.columns(['agreement_id', 'version']).doNothing())
    .execute();
};
