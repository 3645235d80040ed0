import { parentPort, workerData } from 'node:worker_threads';
import { checkWorkbook, workbookBounds } from '#kernel/files/reading/package/workbook-check';
import { WorkbookRefusal } from '#kernel/files/reading/package/workbook-kinds';
import { putThreadBehind } from '#kernel/priorities';

putThreadBehind();
try {
  const { bytes, use }: { readonly bytes: unknown; readonly use: keyof typeof workbookBounds } = workerData;
  if (bytes instanceof Uint8Array) {
    const { buffer, byteOffset, length } = bytes;
    await checkWorkbook(Buffer.from(buffer, byteOffset, length), workbookBounds[use]);
    parentPort?.postMessage(null);
  }
} catch (error) {
  // Any fault is a refusal: nobody should open such a workbook.
  parentPort?.postMessage(error instanceof WorkbookRefusal ? error.fault : 'broken');
}
