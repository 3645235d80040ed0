import type { ImportedLine, LineFault } from '@ronghui/domain/line-import';
import { copyFaults, copyNothing, copyText, copyValue } from '#kernel/files/reading/copy-text';

/** The columns of staged rows, in the order of `stagedRow`. */
export const stagedColumns =
  'row_no, party, loan_no, borrower_masked, loan_fen, quantity, unit, rate_millionths, occurred_on, corrects_line_id, faults';

/** A line in the format of COPY. */
export const stagedRow = (no: number, party: number, line: ImportedLine): string => {
  const { loanNo, borrowerMasked, loanFen, quantity, unit, rateMillionths, occurredOn, correctsLineId } = line;
  return `${no}\t${party}\t${copyText(loanNo)}\t${copyValue(borrowerMasked)}\t${copyValue(loanFen)}\t${copyValue(quantity)}\t${copyText(unit)}\t${copyValue(rateMillionths)}\t${occurredOn}\t${copyValue(correctsLineId)}\t${copyNothing}\n`;
};

/** A row that is no line: its faults stand where its values would. */
export const faultyRow = (no: number, faults: readonly LineFault[]): string =>
  `${no}${`\t${copyNothing}`.repeat(9)}\t${copyFaults(faults)}\n`;
