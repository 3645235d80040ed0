/** Tables that people bring: what their cells say, and where their rows begin and end (R11.6, R13.1). */

export {
  countOfText,
  fenOfText,
  foreignCurrency,
  type MoneyUnit,
  moneyUnitNames,
  moneyUnits,
  rateOfText,
  saysYuan,
  unitPriceOfText,
} from './table/amount-text.ts';
export { amountFault, fieldsState, takenColumn, textFault } from './table/cell-faults.ts';
export { cellText, isErrorValue, isFormula, plainText, saysNothing } from './table/cell-text.ts';
export { columnName, columnsByName, shownText } from './table/column-name.ts';
export {
  ColumnKinds,
  dayOrderOf,
  looksLikeAmount,
  looksLikeDay,
  mostAre,
  samplesOf,
  samplesOfAll,
} from './table/column-samples.ts';
export { dayOfSerial, dayOfText, dayReader } from './table/day-text.ts';
export { zonedDays } from './table/day-zone.ts';
export {
  currencyHeads,
  currencyOfHead,
  currencyOfPreamble,
  moneyHeadFault,
  multiplierOfHead,
  preambleFault,
  rateSignOfHead,
  sideOfHead,
  strangeUnitOfHead,
  unitOfFile,
  unitOfHead,
  unitOfPreamble,
  withoutSide,
} from './table/head-words.ts';
export type { LeftOutCount, LeftOutRow } from './table/left-out-rows.ts';
export {
  type OutSign,
  type RowChoices,
  type RowReading,
  RowSorter,
  type RowSorting,
  type StatedSum,
  type WrittenAmounts,
} from './table/row-sorter.ts';
export { flowHeads, isCurrencyHead, isFlowHead, isSideOfBalance } from './table/side-column.ts';
export { agreedSides, type Side, type SideValue, sideOfText } from './table/side-text.ts';
export { isHeadPart, type RowSigns, type SkipReason, skipNames, skipReason } from './table/skip-reason.ts';
export { saysFailure, saysRefunded } from './table/status-text.ts';
export { isSummaryHead } from './table/summary-head.ts';
export { tableHead } from './table/table-head.ts';
export { findHead, type HeadNames, headJoint, headReach, recogniseColumns } from './table/table-shape.ts';
export { type SurveyedTable, surveyedRows, TableSurvey } from './table/table-survey.ts';
export { unitColumnFault } from './table/unit-column.ts';
