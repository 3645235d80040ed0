import { differenceOf, rmbText } from '@ronghui/domain/money';
import { LeftOutRows, StatedSums } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Run } from './result-queries.ts';
import { listsRows, skippedRows } from './result-words.ts';

/** What a run made of its file: which rows were left out, and whether the sums that the file states agree. @source R13.1 */
export const RunReading = ({ run }: { run: Run }): JSX.Element => {
  const { sums = [], mapping } = run;
  const skipped = skippedRows(run);
  const nameOf = (column: number): string =>
    mapping?.columns.find((each) => each.column === column)?.name ?? `第 ${column + 1} 列`;
  return (
    <>
      <StatedSums sums={sums} amountText={rmbText} differenceOf={differenceOf} columnName={nameOf} />
      {listsRows(run) ? (
        <LeftOutRows
          rows={skipped
            .flatMap(({ reason, listed = [] }) => listed.map((row) => ({ ...row, reason })))
            .sort((one, other) => one.row - other.row)}
          total={skipped.reduce((sum, { rows }) => sum + rows, 0)}
          reasons={skipped}
          amountText={rmbText}
        />
      ) : null}
    </>
  );
};
