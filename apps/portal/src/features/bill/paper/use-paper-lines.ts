import { ChunkError, failedText, forgetFailedChunks, loadChunk } from '@ronghui/web/navigation/chunks';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { useEffect, useState } from 'react';
import { type BillLine, readPrintedLines } from '../bill-queries.ts';
import { loadBillParts } from '../statement/bill-parts.ts';

/** Prints a bill with its first lines: they are read, the paper is rendered, then the browser prints; it is gone afterwards. */
export const usePaperLines = (billNo: string) => {
  const [lines, setLines] = useState<readonly BillLine[]>();
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    if (lines === undefined) return;
    const done = (): void => setLines(undefined);
    addEventListener('afterprint', done);
    print();
    return () => removeEventListener('afterprint', done);
  }, [lines]);
  const start = async (): Promise<void> => {
    setReading(true);
    try {
      const [read] = await Promise.all([readPrintedLines(billNo), loadChunk(loadBillParts.paper)]);
      setLines(read);
    } catch (error) {
      forgetFailedChunks();
      if (error instanceof ChunkError) showToast('bad', failedText);
      else showError('bill.lines', error);
    } finally {
      setReading(false);
    }
  };
  return { lines, isReading, start: () => void start() };
};
