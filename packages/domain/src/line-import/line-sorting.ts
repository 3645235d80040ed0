import { foreignCurrency, type RowChoices, type RowSorting, recogniseColumns } from '../table.ts';
import { type ColumnMapping, lineHeads } from './line-columns.ts';
import { type ImportedLine, type LineFault, lineOfRow, maskedName, moneyUnitOf, type ReadRow } from './line-row.ts';

const currencyHeads = ['币种', '币别', '货币', '货币种类', '交易币种', '记账币种', '交易货币', 'currency'];

/** Reads the rows of one file as lines. What a column of currencies says is in another one is no amount. @source R11.6 */
export const lineReader = (
  head: readonly string[],
  mapping: ColumnMapping,
): ((cells: readonly string[]) => ReadRow) => {
  const { currency } = recogniseColumns(head, { currency: currencyHeads });
  if (currency === undefined) return (cells) => lineOfRow(cells, mapping);
  return (cells) => {
    const read = lineOfRow(cells, mapping);
    const text = cells[currency]?.trim() ?? '';
    const code = read.kind === 'row' && read.row.loanFen !== null ? foreignCurrency(text) : null;
    if (code === null) return read;
    const faults = [{ field: 'loanAmount', text, reason: `不是人民币金额（${code}）` }] as const;
    return { kind: 'faulty', faults, signs: { day: 'read', amount: 'read', isNamed: true } };
  };
};

/** By what the rows of a file of lines are sorted. */
export const lineSorting = (
  head: readonly string[],
  mapping: ColumnMapping,
  choices: RowChoices,
): RowSorting<ImportedLine, never, LineFault> => {
  const { loanAmount, borrower } = mapping;
  const names = new Set([
    recogniseColumns(head, { borrower: lineHeads.borrower }).borrower,
    borrower !== undefined && 'column' in borrower ? borrower.column : undefined,
  ]);
  return {
    read: lineReader(head, mapping),
    head,
    money: [loanAmount !== undefined && 'column' in loanAmount ? loanAmount.column : undefined],
    unit: moneyUnitOf(mapping),
    choices,
    shown: (text, column) => (names.has(column) ? maskedName(text) : text),
  };
};
