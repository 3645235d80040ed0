import { cellText, isSummaryHead, type RowChoices, type RowSorting } from '../table.ts';
import type { LedgerFault, LedgerMapping } from './ledger-columns.ts';
import { type LedgerSkip, ledgerReader } from './ledger-row.ts';
import type { LedgerRow } from './recon-row.ts';

/**
 * By what the rows of a ledger are sorted.
 *
 * @param is1904 whether the numbers of its days are counted from 1904
 */
export const ledgerSorting = (
  head: readonly string[],
  mapping: LedgerMapping,
  choices: RowChoices,
  is1904 = false,
): RowSorting<Omit<LedgerRow, 'rowNo'>, LedgerSkip, LedgerFault> => {
  const { reference, amount, refund, amountIn, amountOut } = mapping.columns;
  const field = amount === undefined ? 'amountOut' : 'amount';
  return {
    read: ledgerReader(mapping, head, is1904),
    head,
    known: [reference, mapping.columns.occurredOn],
    money: amount === undefined ? [amountIn, amountOut] : [amount, refund],
    unit: mapping.unit,
    choices,
    isEnd: isSummaryHead,
    isNumbered: (row) => reference === undefined || row.reference !== null,
    mixedOut: (cells, before) => [
      {
        field,
        text: cellText(cells[mapping.columns[field] ?? -1] ?? ''),
        reason: `支出有的带负号、有的不带（与第 ${before} 行不同），读不出方向`,
      },
    ],
  };
};
