import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { putThreadBehind } from '#kernel/thread-priority';
import { checkWorkbook } from './workbook-check.ts';

putThreadBehind();
try {
  await checkWorkbook(await readFile(String(workerData)));
  parentPort?.postMessage(true);
} catch {
  // Whatever it stumbles over: nobody should read such a workbook.
  parentPort?.postMessage(false);
}
