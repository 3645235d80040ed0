import type { JSX, ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Callout } from '../callout/callout.tsx';
import css from './colleagues.module.css';

export type SavedMeanwhileProps = {
  /** Who saved while one was typing. */
  lead: ReactNode;
  /** What is stored now beside what is typed; null where they are the same. */
  children: ReactNode | null;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** Somebody has saved what one is editing: both are shown, and nothing of either is lost unasked. */
export function SavedMeanwhile({ lead, children, onTakeTheirs, onKeepMine }: SavedMeanwhileProps): JSX.Element {
  return (
    <Callout tone="warn" role="alert">
      <div className={css.stack}>
        <p>{lead}</p>
        {children ?? <p>与您填写的内容相同。</p>}
        <div className={css.actions}>
          <Button size="small" onClick={onTakeTheirs}>
            采用最新内容
          </Button>
          <Button size="small" onClick={onKeepMine}>
            保留我填写的
          </Button>
        </div>
      </div>
    </Callout>
  );
}
