import type { InvoiceIssuer, InvoiceToIssue, InvoiceToReverse, IssuerState, ReversalState } from '#kernel/issuer-port';
import type { Log } from '#kernel/ports';

/** An answer that was lost, or one that says nothing yet: the job asks again. */
const pending = { kind: 'pending' } as const;

/**
 * Where an invoice stands at the issuer, which is asked for it where it has none. One that has just been applied for is asked for at once, also where
 * the issuer refused it before.
 *
 * @source receipts 5.1
 */
export const invoiceAt = async (
  { state, request }: InvoiceIssuer,
  { invoice, isNew }: { readonly invoice: InvoiceToIssue; readonly isNew: boolean },
  log: Log,
): Promise<IssuerState> => {
  try {
    const known = isNew ? null : await state(invoice.reference);
    if (known !== null && known.kind !== 'absent') return known;
    await request(invoice);
    const asked = await state(invoice.reference);
    return asked.kind === 'absent' ? pending : asked;
  } catch (error) {
    log.warn({ event: 'issuerSilent', invoiceNo: invoice.reference, error });
    return pending;
  }
};

/** Where a reversal stands; asking for it again asks what became of it. @source receipts 5.1 */
export const reversalAt = async (
  { askReversal }: InvoiceIssuer,
  reversal: InvoiceToReverse,
  log: Log,
): Promise<ReversalState | typeof pending> => {
  try {
    return await askReversal(reversal);
  } catch (error) {
    log.warn({ event: 'issuerSilent', invoiceNo: reversal.reference, error });
    return pending;
  }
};
