import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { WorkbookFault } from '#kernel/files/reading/package/workbook-kinds';
import { workbookPool } from './inspection-pools.ts';

/** What a file is examined for: it is attached to something, or its rows are read. */
export type FileUse = 'attached' | 'table';

/** What a thread may take. @source security 4.8 */
const bounds = {
  attached: { timeoutMs: 10_000, heapMb: 128 },
  table: { timeoutMs: 120_000, heapMb: 512 },
} as const satisfies Record<FileUse, unknown>;

const examineInThread = async (path: string, use: FileUse): Promise<WorkbookFault | null> => {
  const { timeoutMs, heapMb } = bounds[use];
  // Not from Node's buffer pool: the memory is transferred to the thread.
  const bytes = new Uint8Array(await readFile(path));
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
      workerData: { bytes, use },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Without a word of the thread nobody should open such a workbook.
    let verdict: WorkbookFault | null = 'broken';
    let isOver = false;
    const end = (found: WorkbookFault | null): void => {
      clearTimeout(tooLate);
      if (!isOver) verdict = found;
      isOver = true;
      // Frees the thread's memory before the slot is free for the next one.
      void worker.terminate();
    };
    const tooLate = setTimeout(() => end('tooLarge'), timeoutMs);
    worker.once('message', (answer: WorkbookFault | null) => end(answer));
    worker.once('error', () => end('broken'));
    worker.once('exit', () => {
      clearTimeout(tooLate);
      resolve(verdict);
    });
  });
};

/**
 * Why a workbook may not be stored, or null: examined in a thread of its own, with limited memory and time. Rejects when it cannot be read.
 *
 * @source security 4.8
 */
export const faultOfWorkbook = (path: string, use: FileUse = 'attached'): Promise<WorkbookFault | null> =>
  workbookPool.work(() => examineInThread(path, use));
