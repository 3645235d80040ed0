import type { ImportedLine, LineFault } from '@ronghui/domain/line-import';

/** The columns of staged rows, in the order of `stagedRow`. */
export const stagedColumns =
  'row_no, party, loan_no, borrower_masked, loan_fen, quantity, unit, rate_millionths, occurred_on, corrects_line_id, faults';

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const nothing = '\\N';

const copyText = (text: string): string => text.replace(special, (sign) => escapes[sign] ?? sign);
const copied = (value: string | number | null): string =>
  value === null ? nothing : typeof value === 'number' ? String(value) : copyText(value);

/** A line in the format of COPY. */
export const stagedRow = (no: number, party: number, line: ImportedLine): string => {
  const { loanNo, borrowerMasked, loanFen, quantity, unit, rateMillionths, occurredOn, correctsLineId } = line;
  return `${no}\t${party}\t${copyText(loanNo)}\t${copied(borrowerMasked)}\t${copied(loanFen)}\t${copied(quantity)}\t${copyText(unit)}\t${copied(rateMillionths)}\t${occurredOn}\t${copied(correctsLineId)}\t${nothing}\n`;
};

/** How much of a cell the report repeats. */
const shownText = 60;

/** The beginning of a cell; NUL and half signs cannot be stored. */
const shownOf = (text: string): string => [...text.toWellFormed()].slice(0, shownText).join('').replaceAll('\0', ' ');

/** A row that is no line: its faults stand where its values would. */
export const faultyRow = (no: number, faults: readonly LineFault[]): string => {
  const reported = faults.map(({ field, text, reason }) => [field, shownOf(text), reason]);
  return `${no}${`\t${nothing}`.repeat(9)}\t${copyText(JSON.stringify(reported))}\n`;
};
