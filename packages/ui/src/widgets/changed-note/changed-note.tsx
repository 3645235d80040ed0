import { type JSX, type ReactNode, useState } from 'react';
import { Callout } from '../callout/callout.tsx';
import { formatDateTime } from '../date-time/format-date-time.ts';

/** A step that somebody took: by whom, when, and what where that is known. */
export type TakenStep = { by: string; at: string; what?: string };

/** A record that somebody else may change while a question about it stands open. */
export type ChangedNoteProps = {
  /** The record's version as it is known now. */
  version: number;
  /** The newest step that was taken with it, where the record says. */
  last?: TakenStep | undefined;
  /** What it holds now, where that is not in sight beside the question. */
  children?: ReactNode;
};

/** `已由 李娜 于 2026-11-28 14:22 领取`; without a name, or where the step had been seen before, only that somebody else was first. */
export function takenText(step: TakenStep | undefined, seen?: TakenStep): string {
  if (step === undefined || step.by === '' || step.at === seen?.at) return '已被他人更新';
  return `已由 ${step.by} 于 ${formatDateTime(step.at)} ${step.what ?? '更新'}`;
}

/** Says in a dialog that the record has changed since the dialog was opened, by whom and when. What was typed stays, and is sent for the new state. */
export function ChangedNote({ version, last, children }: ChangedNoteProps): JSX.Element | null {
  const [opened] = useState({ version, last });
  if (version === opened.version) return null;
  return (
    <Callout tone="warn" role="alert">
      {takenText(last, opened.last)}，请核对后再提交；您填写的内容还在。{children}
    </Callout>
  );
}
