import { createAdmission } from '#kernel/calls/admission/admission';
import { previewTable, readTable } from '#kernel/files/reading/table-reading';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type { AskedLines, ImportTerms, LinePreviewPiece, StagedPiece } from './import-table.ts';

const thread = new URL('./import-thread.ts', import.meta.url);

/** Previews at once, for all staff. */
const previews = createAdmission({ inFlight: 1, queue: 5 });

/** Reads a whole file as staged rows. */
export const readStaged = (
  task: ImportTerms & { readonly source: TableSource },
  signal: AbortSignal,
): AsyncGenerator<StagedPiece> => readTable<StagedPiece>(thread, task, signal);

/** Looks through a file of lines. */
export const previewLines = (task: AskedLines & { readonly source: TableSource }): Promise<LinePreviewPiece> =>
  previews.work(() => previewTable<LinePreviewPiece>(thread, task));
