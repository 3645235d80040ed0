import type { JSX } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import { DateTime } from '../../widgets/date-time/date-time.tsx';
import type { StaleContent } from '../../widgets/page-state/page-state.tsx';
import css from './list-page.module.css';

/** Says that the rows below could not be refreshed, and offers another try. @source R2.9 */
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
