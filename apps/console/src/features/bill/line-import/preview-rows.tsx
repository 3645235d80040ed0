import { lineFieldNames, lineFields } from '@ronghui/domain/line-import';
import { FirstRows } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Preview } from './line-import-queries.ts';

/** What stands at the right, digit under digit. */
const numbers: ReadonlySet<string> = new Set(['loanAmount', 'quantity', 'rate']);

/** The first rows as they will be stored; a wrong cell shows why. */
export const PreviewRows = ({ preview: { rows, mapping } }: { preview: Preview }): JSX.Element => {
  const shown = lineFields.filter(
    (field) =>
      mapping.some((each) => each.field === field) ||
      rows.some(({ values }) => values.some((each) => each.field === field)),
  );
  return (
    <FirstRows
      label="前几行"
      columns={shown.map((field) => ({ key: field, name: lineFieldNames[field], isNumber: numbers.has(field) }))}
      rows={rows.map(({ row, values }) => ({
        row,
        cells: shown.map((field) => values.find((each) => each.field === field) ?? {}),
      }))}
    />
  );
};
