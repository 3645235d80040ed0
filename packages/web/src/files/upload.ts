import type { CallOptions, Progress } from '@ronghui/client';
import type { FileKind } from '@ronghui/domain/file-kind';
import { useState } from 'react';
import { chosenFileFault, storingFault } from './chosen-file.ts';

/** A file on its way. */
interface Going {
  readonly name: string;
  readonly percent: number;
  readonly cancel: () => void;
}

/** The upload of one file as soon as it is chosen. */
export interface Upload {
  /** Undefined while nothing goes up. */
  readonly going: Going | undefined;
  /** What is wrong with the file that was chosen last, or why it was not stored. */
  readonly fault: string | undefined;
  readonly take: (file: File) => Promise<void>;
}

/** What is uploaded, and what comes of it. */
export interface UploadSpec {
  readonly kinds: readonly FileKind[];
  /** Stores a file; gives its id. */
  readonly store: (file: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<string>;
  readonly onStored: (fileId: string) => void;
}

/** Uploads a chosen file, tells how far it is, and lets it be left. @source R5.7 */
export const useUpload = ({ kinds, store, onStored }: UploadSpec): Upload => {
  const [going, setGoing] = useState<Going>();
  const [fault, setFault] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const wrong = chosenFileFault(file, kinds);
    setFault(wrong);
    if (wrong !== undefined) return;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    setGoing({ name: file.name, percent: 0, cancel });
    const onProgress: Progress = (done, total = file.size) =>
      setGoing({ name: file.name, percent: Math.min(100, Math.floor((done / total) * 100)), cancel });
    try {
      onStored(await store(file, { signal: controller.signal, onProgress }));
    } catch (error) {
      if (!controller.signal.aborted) setFault(storingFault(error));
    } finally {
      setGoing(undefined);
    }
  };
  return { going, fault, take };
};
