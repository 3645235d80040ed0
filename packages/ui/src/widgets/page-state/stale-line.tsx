import type { JSX } from 'react';
import { Button } from '../button/button.tsx';
import { DateTime } from '../date-time/date-time.tsx';
import css from './page-state.module.css';

/** Content that could not be refreshed. */
export type StaleContent = {
  /** Why, in a sentence. */
  message: string;
  /** Since when the content is as it is; an ISO instant. */
  since?: string | undefined;
  /** Another try is on its way. */
  busy?: boolean;
};

/** Says that the content below could not be refreshed, and offers another try. */
export function StaleLine({
  message,
  since,
  busy = false,
  onRetry,
}: StaleContent & { onRetry: () => void }): JSX.Element {
  return (
    <p className={css.stale}>
      <span>
        没有刷新成功，显示的是 {since === undefined ? '之前' : <DateTime value={since} />} 的内容。{message}
      </span>
      <Button size="small" loading={busy} onClick={onRetry}>
        重试
      </Button>
    </p>
  );
}
