import { type JSX, useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import type { Calendar, CalendarProps } from './calendar.tsx';
import css from './date-panel.module.css';

/** Loads the calendar; shows a skeleton meanwhile, and a retry if loading fails. */
export function LazyCalendar(props: CalendarProps): JSX.Element {
  const [loaded, setLoaded] = useState<{ Calendar: typeof Calendar } | 'failed'>();
  useEffect(() => {
    if (loaded !== undefined) return;
    let isGone = false;
    import('./calendar.tsx').then(
      (module) => isGone || setLoaded({ Calendar: module.Calendar }),
      () => isGone || setLoaded('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [loaded]);
  if (loaded === 'failed') {
    return (
      <div className={css.waiting} role="alert">
        <p>日历没有打开，请检查网络</p>
        <Button size="small" onClick={() => setLoaded(undefined)}>
          重试
        </Button>
      </div>
    );
  }
  if (loaded === undefined) {
    return (
      <div className={css.waiting} aria-busy="true">
        <Skeleton shape="row" count={5} className={css.bones} />
      </div>
    );
  }
  return <loaded.Calendar {...props} />;
}
