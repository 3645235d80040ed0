import type { InvoiceFileKind } from '@ronghui/domain/invoice/invoice-file';
import type { Tx } from '#kernel/database/db';

/** The key of an invoice's row. */
interface InvoiceKey {
  readonly tenant_id: string;
  readonly invoice_no: string;
}

/** A file of an invoice, or of its red invoice. */
export interface NamedInvoiceFile {
  readonly kind: InvoiceFileKind;
  readonly isRed: boolean;
  readonly fileId: string;
  readonly sha256: string;
}

/** Gives a locked invoice a file, in the place of a former one of its kind; returns that one's id. */
export const storeFileOfInvoice = async (
  tx: Tx,
  { tenant_id, invoice_no }: InvoiceKey,
  { kind, isRed, fileId, sha256 }: NamedInvoiceFile,
): Promise<string | null> => {
  const former = await tx
    .selectFrom('invoice_file')
    .select('file_id')
    .where('tenant_id', '=', tenant_id)
    .where('invoice_no', '=', invoice_no)
    .where('is_red', '=', isRed)
    .where('kind', '=', kind)
    .executeTakeFirst();
  await tx
    .insertInto('invoice_file')
    .values({ tenant_id, invoice_no, is_red: isRed, kind, file_id: fileId, sha256 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'invoice_no', 'is_red', 'kind']).doUpdateSet({ file_id: fileId, sha256 }),
    )
    .execute();
  return former?.file_id ?? null;
};
