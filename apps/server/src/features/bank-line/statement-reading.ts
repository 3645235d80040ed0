import { createAdmission } from '#kernel/calls/admission/admission';
import { previewTable, readTable } from '#kernel/files/reading/table-reading';
import type { TableSource } from '#kernel/files/reading/table-rows';
import type {
  AskedStatement,
  HandedRow,
  StatementPiece,
  StatementPreviewPiece,
  StatementTerms,
} from './statement-table.ts';

const thread = new URL('./statement-thread.ts', import.meta.url);

/** Statements that are read at once, for all staff. */
const readings = createAdmission({ inFlight: 1, queue: 5 });

const longestMs = 120_000;

/** Reads a whole file: its rows in their order, those that cannot be read among them. */
export const readStatement = (task: StatementTerms & { readonly source: TableSource }): Promise<readonly HandedRow[]> =>
  readings.work(async () => {
    const decoder = new TextDecoder();
    const rows: HandedRow[] = [];
    // What the thread has written.
    for await (const { bytes } of readTable<StatementPiece>(thread, task, AbortSignal.timeout(longestMs)))
      for (const line of decoder.decode(bytes).split('\n')) if (line !== '') rows.push(JSON.parse(line) as HandedRow);
    return rows;
  });

/** Looks through a file. */
export const previewStatement = (
  task: AskedStatement & { readonly source: TableSource },
): Promise<StatementPreviewPiece> => readings.work(() => previewTable<StatementPreviewPiece>(thread, task));
