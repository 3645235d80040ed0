import { paths } from '#kernel/paths.ts';
import type { Export } from './export-queries.ts';

/** The list that an export is of, with its filter: what its totals are made of, as it is now. @source figures.md */
export const listOfExport = ({ kind, filter }: Pick<Export, 'kind' | 'filter'>): string | undefined => {
  switch (kind) {
    case 'orders':
      return paths.orders(filter);
    case 'bills':
      return paths.bills(filter);
    case 'billLines':
      return filter.billNo === undefined ? undefined : paths.bill(filter.billNo, { line: filter.loanNo ?? '' });
    case 'loanConsult':
      return paths.loanConsult(filter);
    case 'authorizations':
      return paths.authorizations(filter);
    case 'recon':
      return filter.runId === undefined ? undefined : paths.reconRun(filter.runId);
    case 'accountStatement':
      // It has no total that would lead anywhere.
      return undefined;
  }
};
