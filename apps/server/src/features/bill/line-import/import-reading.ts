import { createAdmission } from '#kernel/calls/admission/admission';
import { inThread } from '#kernel/files/reading/in-thread';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { ReadingTask } from './import-table.ts';
import type { SeenPiece, StagedPiece } from './import-thread.ts';

const thread = new URL('./import-thread.ts', import.meta.url);
/** What a reading thread may take. @source security 4.8 */
const bounds = {
  csv: { heapMb: 128, timeoutMs: 600_000 },
  xlsx: { heapMb: 512, timeoutMs: 120_000 },
} as const;

/** Previews at once, for all staff. */
const previews = createAdmission({ inFlight: 1, queue: 5 });

/** Reads a whole file as staged rows. */
export const readStaged = (task: Omit<ReadingTask, 'mode'>, signal: AbortSignal): AsyncGenerator<StagedPiece> =>
  inThread<StagedPiece>(thread, { ...task, mode: 'import' }, { ...bounds[task.source.kind], signal });

/** Looks at the first rows of a file. */
export const lookInto = (source: ReadingTask['source']): Promise<SeenPiece> =>
  previews.work(async () => {
    const task: ReadingTask = { source, mode: 'look', mapping: {}, maxRows: 0 };
    for await (const seen of inThread<SeenPiece>(thread, task, { ...bounds[source.kind], timeoutMs: 20_000 }))
      return seen;
    throw new TableFault('文件里没有表头和数据行，请检查文件是否选对。');
  });
