import type { FilterField } from '@ronghui/ui';
import type { JSX } from 'react';
import { ExportButton } from '#features/export/export.shared.ts';

/** What an export is asked by, for its words. */
const fields: readonly FilterField[] = [{ kind: 'dates', name: 'from', to: 'to', label: '日期' }];

interface StatementExportProps {
  readonly span: { readonly from: string; readonly to: string };
  readonly postings: number;
}

/** Exports the statement of a span, both directions. @source receipts 3.2, R10.5 */
export const StatementExport = ({ span, postings }: StatementExportProps): JSX.Element => (
  <ExportButton
    kind="accountStatement"
    filter={{ ...span }}
    fields={fields}
    values={{ ...span }}
    total={postings}
    totalIsExact
  />
);
