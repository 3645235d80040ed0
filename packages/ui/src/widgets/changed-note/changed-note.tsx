import { type JSX, type ReactNode, useState } from 'react';
import { Callout } from '../callout/callout.tsx';

/** A record that somebody else may change while a question about it stands open. */
export type ChangedNoteProps = {
  /** The record's version as it is known now. */
  version: number;
  /** What it holds now, where that is not in sight beside the question. */
  children?: ReactNode;
};

/** Says in a dialog that the record has changed since the dialog was opened. What was typed stays, and is sent for the new state. */
export function ChangedNote({ version, children }: ChangedNoteProps): JSX.Element | null {
  const [opened] = useState(version);
  if (version === opened) return null;
  return (
    <Callout tone="warn" role="alert">
      已被他人更新，请核对后再提交；您填写的内容还在。{children}
    </Callout>
  );
}
