declare const brand: unique symbol;

/**
 * An amount of money. Only `fen` and the functions of this folder create one, so that a float or a plain number is not accepted as money.
 *
 * @unit fen (1/100 yuan), an integer within the safe range; negative for a deduction
 * @source R3.7
 */
export type Fen = number & { readonly [brand]: 'fen' };

/** Converts an integer to an amount. @throws RangeError for a number that is not a safe integer */
export const fen = (amount: number): Fen => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount in fen`);
  // The brand exists only for the compiler; `-0` becomes `0`.
  return (amount + 0) as Fen;
};

/** Zero. */
export const noFen: Fen = fen(0);

/** The sum of two amounts. @throws RangeError beyond the safe range */
export const addFen = (one: Fen, other: Fen): Fen => fen(one + other);

/** The sum of amounts; 0 for none. @throws RangeError where the sum, at any point, leaves the safe range */
export const sumFen = (amounts: Iterable<Fen>): Fen => {
  let sum = noFen;
  for (const amount of amounts) sum = addFen(sum, amount);
  return sum;
};

/** The first amount minus the second. @throws RangeError beyond the safe range */
export const differenceOf = (amount: Fen, less: Fen): Fen => fen(amount - less);

/** A price times a number of units. @throws RangeError beyond the safe range, or for a count that is not an integer */
export const timesFen = (price: Fen, count: number): Fen => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is no count`);
  return fen(price * count);
};
