import { createAdmission } from '#kernel/calls/admission/admission';
import { createKeyedAdmission } from '#kernel/calls/admission/keyed-admission';
import { previewTable, readTable } from '#kernel/files/reading/table-reading';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type { AskedLedger, LedgerPiece, LedgerPreviewPiece, LedgerTerms } from './ledger-table.ts';

const thread = new URL('./ledger-thread.ts', import.meta.url);

/** Previews at once, for all merchants. */
const previews = createAdmission({ inFlight: 1, queue: 20 });
/** … and of one merchant, who may have chosen other columns meanwhile: the queue of all is not theirs. */
const ownPreviews = createKeyedAdmission({ inFlight: 1, queue: 1 });

/** Reads a whole ledger as rows to copy in. */
export const readLedger = (
  task: LedgerTerms & { readonly source: TableSource },
  signal: AbortSignal,
): AsyncGenerator<LedgerPiece> => readTable<LedgerPiece>(thread, task, signal);

/** Looks through a tenant's ledger. */
export const previewLedger = (
  tenantId: string,
  task: AskedLedger & { readonly source: TableSource },
): Promise<LedgerPreviewPiece> =>
  ownPreviews.work(tenantId, () => previews.work(() => previewTable<LedgerPreviewPiece>(thread, task)));
