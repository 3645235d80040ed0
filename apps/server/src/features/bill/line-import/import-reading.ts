import { createAdmission } from '#kernel/calls/admission/admission';
import { lookIntoTable, readTable, type SeenTable } from '#kernel/files/reading/table-reading';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type { ImportTerms, StagedPiece } from './import-table.ts';

const thread = new URL('./import-thread.ts', import.meta.url);

/** Previews at once, for all staff. */
const previews = createAdmission({ inFlight: 1, queue: 5 });

/** Reads a whole file as staged rows. */
export const readStaged = (
  task: ImportTerms & { readonly source: TableSource },
  signal: AbortSignal,
): AsyncGenerator<StagedPiece> => readTable<StagedPiece>(thread, task, signal);

/** Looks at the first rows of a file. */
export const lookInto = (source: TableSource): Promise<SeenTable> => previews.work(() => lookIntoTable(thread, source));
