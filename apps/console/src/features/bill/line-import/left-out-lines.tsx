import { LeftOutRows, StatedSums } from '@ronghui/ui';
import type { JSX } from 'react';
import { amountsApart, amountText } from './file-survey.tsx';
import css from './line-import.module.css';
import type { LineImport } from './line-import-queries.ts';

/** What the run of an import left out, with cells and amounts, and whether the file's own sums agree with what was read. @source R11.6 */
export const LeftOutLines = ({ item: { skipped = [], sums = [] } }: { item: LineImport }): JSX.Element | null => {
  const listed = skipped.filter((each) => (each.listed ?? []).length > 0);
  if (listed.length === 0 && sums.length === 0) return null;
  return (
    <section className={css.survey} aria-label="未读入的行与合计">
      <StatedSums sums={sums} amountText={amountText} differenceOf={amountsApart} />
      <LeftOutRows
        rows={listed
          .flatMap(({ reason, listed: rows = [] }) => rows.map((row) => ({ ...row, reason })))
          .sort((one, other) => one.row - other.row)}
        total={listed.reduce((sum, { rows }) => sum + rows, 0)}
        reasons={listed}
        amountText={amountText}
      />
    </section>
  );
};
