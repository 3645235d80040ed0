import type { JSX, ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Callout } from '../callout/callout.tsx';
import css from './colleagues.module.css';

export type StepsSinceProps = {
  /** That the record has changed, and that what was typed is still there. */
  lead: ReactNode;
  /** What others did since, the oldest first; undefined where one is up to date. */
  steps: readonly { readonly key: string; readonly text: string }[] | undefined;
  onSeen: () => void;
};

/** What others did to a record since one opened it, step by step; one goes on once it was read. */
export function StepsSince({ lead, steps, onSeen }: StepsSinceProps): JSX.Element | null {
  if (steps === undefined) return null;
  return (
    <Callout tone="warn" role="alert">
      <div className={css.stack}>
        <p>{lead}</p>
        <ul>
          {steps.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
        <div>
          <Button size="small" onClick={onSeen}>
            已看过
          </Button>
        </div>
      </div>
    </Callout>
  );
}
