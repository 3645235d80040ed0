import { CallError } from '@ronghui/client';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DocEntry, moveEntry } from './doc-queries.ts';
import { wordOf } from './tree-order.ts';

/** Where an entry goes: into a section, in front of a sibling or behind all. */
export interface Destination {
  readonly into: string;
  readonly before?: DocEntry | undefined;
  /** The button that has the focus afterwards. */
  readonly button?: 'up' | 'down';
}

interface Mover {
  readonly tree: RefObject<HTMLDivElement | null>;
  /** What is announced to screen readers. */
  readonly announcement: string;
  readonly running: boolean;
  /** Answers whether it was done; a refusal is shown. */
  readonly move: (entry: DocEntry, to: Destination) => Promise<boolean>;
}

/** Moves entries of the tree, one at a time; says what happened, and keeps the focus with the entry. */
export const useMove = (): Mover => {
  const tree = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const [running, setRunning] = useState(false);
  const [wanted, setWanted] = useState<{ readonly word: string; readonly button: string }>();
  const attempt = useAttemptKey();
  useEffect(() => {
    if (wanted === undefined || running) return;
    const row = tree.current?.querySelector(`[data-entry="${wanted.word}"]`);
    const own = row?.querySelector<HTMLButtonElement>(`[data-order="${wanted.button}"]`);
    (own?.disabled === false ? own : row?.querySelector<HTMLButtonElement>('[data-order]:not(:disabled)'))?.focus();
  }, [wanted, running]);
  const move = async (entry: DocEntry, { into, before, button = 'up' }: Destination): Promise<boolean> => {
    if (running) return false;
    setRunning(true);
    try {
      const { record, key, version } = entry;
      const sibling = before === undefined ? undefined : { record: before.record, key: before.key };
      await attempt({ record, key, version, into, before: sibling }, moveEntry);
      announce(`${entry.title || key} 已移动，门户随即更新`);
      setWanted({ word: wordOf(entry), button });
      return true;
    } catch (error) {
      const first = error instanceof CallError ? error.fields[0]?.message : undefined;
      if (first === undefined) showError('ops.content.move', error);
      else showToast('bad', first);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { tree, announcement, running, move };
};
