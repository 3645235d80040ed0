/** Tables that people bring: what their cells say, and where their rows begin and end (R11.6, R13.1). */

export { countOfText, fenOfText, rateOfText, unitPriceOfText } from './table/amount-text.ts';
export { cellText, isFormula } from './table/cell-text.ts';
export { columnName, columnsByName, shownText } from './table/column-name.ts';
export { dayOfSerial, dayOfText } from './table/day-text.ts';
export {
  findHead,
  type HeadNames,
  headReach,
  recogniseColumns,
  type SkipReason,
  skipNames,
  skipReason,
} from './table/table-shape.ts';
