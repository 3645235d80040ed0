import { createAdmission } from '#kernel/calls/admission/admission';
import { createKeyedAdmission } from '#kernel/calls/admission/keyed-admission';
import { lookIntoTable, readTable, type SeenTable } from '#kernel/files/reading/table-reading';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type { LedgerPiece, LedgerTerms } from './ledger-table.ts';

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

/** Looks at the first rows of a tenant's ledger. */
export const lookIntoLedger = (tenantId: string, source: TableSource): Promise<SeenTable> =>
  ownPreviews.work(tenantId, () => previews.work(() => lookIntoTable(thread, source)));
