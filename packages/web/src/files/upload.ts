import type { CallOptions, Progress } from '@ronghui/client';
import type { FileKind } from '@ronghui/domain/file-kind';
import { useEffect, useRef, useState } from 'react';
import { chosenFileFault, storingFault } from './chosen-file.ts';

/** The state of a running upload. */
interface RunningUpload {
  readonly name: string;
  readonly percent: number;
  readonly cancel: () => void;
}

/** The upload of one file. */
export interface Upload {
  /** Undefined while no file is being uploaded. */
  readonly running: RunningUpload | undefined;
  /** The fault of the last chosen file, or why it was not stored. */
  readonly fault: string | undefined;
  readonly upload: (file: File) => Promise<void>;
}

/** The options of an upload. */
export interface UploadSpec {
  readonly kinds: readonly FileKind[];
  /** The fault of a chosen file, in the place of that of `kinds` and `megabytes`. */
  readonly faultOf?: (file: File) => string | undefined;
  /** The largest file; that of any upload by default. */
  readonly megabytes?: number;
  /** Stores a file; returns its id. */
  readonly store: (file: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<string>;
  readonly onStored: (fileId: string) => void;
}

/** Uploads a chosen file, reports its progress, and can cancel it. @source R5.7 */
export const useUpload = ({ kinds, megabytes, faultOf, store, onStored }: UploadSpec): Upload => {
  const [running, setRunning] = useState<RunningUpload>();
  const [fault, setFault] = useState<string>();
  // What was typed beside it since the upload began is kept by the latest one only.
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });
  const upload = async (file: File): Promise<void> => {
    const wrong = faultOf === undefined ? chosenFileFault(file, kinds, megabytes) : faultOf(file);
    setFault(wrong);
    if (wrong !== undefined) return;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    setRunning({ name: file.name, percent: 0, cancel });
    const onProgress: Progress = (done, total = file.size) =>
      setRunning({ name: file.name, percent: Math.min(100, Math.floor((done / total) * 100)), cancel });
    try {
      const fileId = await store(file, { signal: controller.signal, onProgress });
      latest.current(fileId);
    } catch (error) {
      if (!controller.signal.aborted) setFault(storingFault(error));
    } finally {
      setRunning(undefined);
    }
  };
  return { running, fault, upload };
};
