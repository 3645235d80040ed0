import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** The columns of an invoice that is not with the issuer. */
export const noMark = { issuer_step: null, issuer_since: null, issuer_reason: null };

/** Marks a locked invoice before the issuer is asked, so that nobody takes another step until there is a result. */
export const markWithIssuer = async (
  tx: Tx,
  { tenant_id: tenantId, invoice_no: invoiceNo }: { readonly tenant_id: string; readonly invoice_no: string },
  mark: { readonly step: 'issue' | 'reverse'; readonly reason: string | null },
): Promise<void> => {
  await tx
    .updateTable('invoice')
    .set({ issuer_step: mark.step, issuer_since: sql<Date>`app_now()`, issuer_reason: mark.reason })
    .where('tenant_id', '=', tenantId)
    .where('invoice_no', '=', invoiceNo)
    .execute();
};

/** Takes the mark off an invoice for which the issuer did nothing; a step that was stored meanwhile has taken it off already. */
export const unmark = async (tx: Tx, invoiceNo: string, step: 'issue' | 'reverse'): Promise<void> => {
  await tx
    .updateTable('invoice')
    .set(noMark)
    .where('invoice_no', '=', invoiceNo)
    .where('issuer_step', '=', step)
    .execute();
};
