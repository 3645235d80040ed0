import { Worker } from 'node:worker_threads';

const patienceMs = 10_000;
const heapMb = 128;

/** Whether a workbook may be kept: looked through in a thread of its own, with bounded memory and time. @source security 4.8 */
export const isSafeWorkbook = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const end = (isSafe: boolean): void => {
      clearTimeout(tooLate);
      resolve(isSafe);
      void worker.terminate();
    };
    const tooLate = setTimeout(() => end(false), patienceMs);
    worker.once('message', (answer: unknown) => end(answer === true));
    worker.once('error', () => end(false));
    worker.once('exit', () => end(false));
  });
