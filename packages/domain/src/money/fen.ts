declare const brand: unique symbol;

/**
 * An amount of money. Only `fen` and the functions of this folder make one, so that no float and no bare number passes for money.
 *
 * @unit fen (1/100 yuan), an integer within the safe range; negative where something is taken off
 * @source R3.7
 */
export type Fen = number & { readonly [brand]: 'fen' };

/** Takes an integer for an amount. @throws RangeError for what is no safe integer */
export const fen = (amount: number): Fen => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount in fen`);
  // The brand exists for the compiler alone; `-0` becomes `0`.
  return (amount + 0) as Fen;
};

/** Nothing to pay. */
export const noFen: Fen = fen(0);

/** The sum of two amounts. @throws RangeError beyond the safe range */
export const addFen = (one: Fen, other: Fen): Fen => fen(one + other);

/** The sum of amounts; of none it is 0. @throws RangeError where the sum, at any point, leaves the safe range */
export const sumFen = (amounts: Iterable<Fen>): Fen => {
  let sum = noFen;
  for (const amount of amounts) sum = addFen(sum, amount);
  return sum;
};

/** What is left of an amount after another is taken off; negative where more is taken off. @throws RangeError beyond the safe range */
export const differenceOf = (amount: Fen, less: Fen): Fen => fen(amount - less);

/** A price for a whole number of units. @throws RangeError beyond the safe range, or for a count that is not whole */
export const timesFen = (price: Fen, count: number): Fen => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is no count`);
  return fen(price * count);
};
