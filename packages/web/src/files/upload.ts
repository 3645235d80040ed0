import { CallError, type CallOptions, type Progress } from '@ronghui/client';
import type { FileKind } from '@ronghui/domain/file-kind';
import { useEffect, useRef, useState } from 'react';
import { chosenFileFault, storingFault } from './chosen-file.ts';
import { useLostFiles } from './lost-files.ts';

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
  /** The fault of the last chosen file, why it was not stored, or that one was lost with the session. */
  readonly fault: string | undefined;
  readonly upload: (file: File) => Promise<void>;
}

/** The options of an upload. */
export interface UploadSpec {
  /** Names the field among those of all forms: what was being uploaded when the session ended is asked for again there. */
  readonly name: string;
  readonly kinds: readonly FileKind[];
  /** The fault of a chosen file, in the place of that of `kinds` and `megabytes`. */
  readonly faultOf?: (file: File) => string | undefined;
  /** The largest file; that of any upload by default. */
  readonly megabytes?: number;
  /** Stores a file; returns its id. */
  readonly store: (file: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<string>;
  /** Takes a stored file; true where it has taken it although the field is no longer shown, as a form of several steps does. */
  readonly onStored: (fileId: string) => unknown;
}

const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Uploads a chosen file, reports its progress, and can cancel it. @source R5.7 */
export const useUpload = ({ name, kinds, megabytes, faultOf, store, onStored }: UploadSpec): Upload => {
  const [running, setRunning] = useState<RunningUpload>();
  const [fault, setFault] = useState<string>();
  const { lostOnce, keep, forget } = useLostFiles(name);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    // It stands there by now, and such a field has no end at which its form would clear it.
    forget();
    return () => {
      isShown.current = false;
    };
  }, [forget]);
  // What was typed beside it since the upload began is kept by the latest one only.
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });
  const upload = async (file: File): Promise<void> => {
    const wrong = faultOf === undefined ? chosenFileFault(file, kinds, megabytes) : faultOf(file);
    setFault(wrong);
    if (wrong !== undefined) return;
    keep([file]);
    const controller = new AbortController();
    const cancel = () => controller.abort();
    setRunning({ name: file.name, percent: 0, cancel });
    const onProgress: Progress = (done, total = file.size) =>
      setRunning({ name: file.name, percent: Math.min(100, Math.floor((done / total) * 100)), cancel });
    let isLost = false;
    let isTaken = false;
    try {
      const fileId = await store(file, { signal: controller.signal, onProgress });
      isTaken = latest.current(fileId) === true;
    } catch (error) {
      isLost = isSessionOver(error);
      if (!controller.signal.aborted) setFault(storingFault(error));
    } finally {
      // A form that was left meanwhile did not take the file.
      if ((isShown.current || isTaken) && !isLost) keep([]);
      setRunning(undefined);
    }
  };
  return { running, fault: fault ?? lostOnce, upload };
};
