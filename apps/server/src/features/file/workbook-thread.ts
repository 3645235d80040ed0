import { parentPort, workerData } from 'node:worker_threads';
import { putThreadBehind } from '#kernel/secrets/thread-priority';
import { checkWorkbook } from './workbook-check.ts';

putThreadBehind();
try {
  if (workerData instanceof Uint8Array) {
    const { buffer, byteOffset, length } = workerData;
    await checkWorkbook(Buffer.from(buffer, byteOffset, length));
    parentPort?.postMessage(true);
  }
} catch {
  // Any fault is a refusal: nobody should open such a workbook.
  parentPort?.postMessage(false);
}
