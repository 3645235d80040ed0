/** Money: integer fen, exact arithmetic, rates, and formatting and parsing of amounts (R3.7, billing.md). */

export { addFen, differenceOf, type Fen, fen, noFen, sumFen, timesFen } from './money/fen.ts';
export {
  addQuantities,
  addSums,
  compareSums,
  differenceOfSums,
  type FenSum,
  fenSum,
  sizeOfSum,
} from './money/fen-sum.ts';
export { isWithinBound, largestAmount } from './money/largest-amount.ts';
export { prorate } from './money/prorate.ts';
export {
  applyRate,
  averageRate,
  fenOfMillionths,
  percentOf,
  type Rate,
  rateOf,
  scaledFen,
  taxIn,
} from './money/rate.ts';
export { exactRmbText, ownRateText, percentText } from './money/rate-text.ts';
export { rateOfPercent, rateOfUnitPrice } from './money/typed-rate.ts';
export { yuanInCapitals } from './money/yuan-in-capitals.ts';
export { fenOfYuan, rmbText, yuanText } from './money/yuan-text.ts';
