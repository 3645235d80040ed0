import type { JSX, ReactNode } from 'react';
import { Button } from '../../widgets/button/button.tsx';
import css from './list-page.module.css';

/** The actions for the selected rows. */
export type BatchBarProps = {
  count: number;
  unit: string;
  /** About the selected rows: 合计 ¥169,964.30. */
  summary?: ReactNode;
  /** Selects all rows that match the filter: 选中本筛选全部 3 张待确认. */
  all?: { text: string; onPress: () => void; loading?: boolean };
  actions: ReactNode;
  onCancel: () => void;
};

/** Sticky at the bottom while rows are selected; `ListAnnouncer` reads the number out. */
export function BatchBar({ count, unit, summary, all, actions, onCancel }: BatchBarProps): JSX.Element {
  return (
    <div className={css.batch} role="region" aria-label="批量操作">
      <p>
        <b>
          已选 {count.toLocaleString('en-US')} {unit}
        </b>
      </p>
      {summary ? <span>{summary}</span> : null}
      {all ? (
        <Button
          size="small"
          variant="ghost"
          className={css.onDark}
          loading={all.loading ?? false}
          onClick={all.onPress}
        >
          {all.text}
        </Button>
      ) : null}
      <span className={css.gap} />
      <Button size="small" variant="ghost" className={css.onDark} onClick={onCancel}>
        取消选择
      </Button>
      {actions}
    </div>
  );
}
