import type { JSX } from 'react';
import { Button } from '../button/button.tsx';
import css from './job-progress.module.css';

/** What stands in place of the progress while the server does not answer. @source R14.6 */
export const silentText = '系统暂时没有响应，正在重试';

/** `label` names the work; a total of 0 is not known yet. While `isEnding` its end was asked for and has not come. */
export type JobProgressProps = {
  label: string;
  done: number;
  total: number;
  /** What is being done, or what it waits for. */
  text: string;
  isEnding: boolean;
  /** The server does not answer, so the progress is an old one. */
  isSilent?: boolean;
  onCancel: () => void;
};

/** How far work on the server is, and the way out of it. @source R13.4 */
export function JobProgress({
  label,
  done,
  total,
  text,
  isEnding,
  isSilent = false,
  onCancel,
}: JobProgressProps): JSX.Element {
  return (
    <div className={css.busy}>
      <progress aria-label={label} max={Math.max(1, total)} value={total === 0 ? undefined : done} />
      <span className={css.text} aria-live="polite">
        {isSilent ? silentText : isEnding ? '正在取消' : text}
      </span>
      <Button size="small" variant="ghost" disabled={isEnding} aria-label={`取消${label}`} onClick={onCancel}>
        取消
      </Button>
    </div>
  );
}
