/** The import of a stage's lines: what a file's columns stand for, and what a row says (R11.6, billing.md, lines). */

export {
  type ColumnMapping,
  type ColumnSource,
  type LineField,
  lineFieldNames,
  lineFields,
  lineHeadFault,
  lineHeads,
  mappingFault,
} from './line-import/line-columns.ts';
export { recogniseLines, withFileUnit, withOwnUnit } from './line-import/line-recognition.ts';
export {
  type ImportedLine,
  type LineFault,
  lineOfRow,
  maskedName,
  moneyUnitOf,
  type ReadRow,
} from './line-import/line-row.ts';
export { lineSides } from './line-import/line-sides.ts';
export { lineReader, lineSorting, paymentColumn } from './line-import/line-sorting.ts';
export { takeBackFault } from './line-import/take-back.ts';
