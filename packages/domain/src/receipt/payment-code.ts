/** The signs of a payment code: 23, a prime number, and none that is taken for another one. @source receipts 2.3 */
export const paymentCodeSigns = '234679ACDEFGHJKMNPRTWXY';

/** How many signs a payment code has: seven that are drawn, and one that checks them. @source receipts 2.3 */
export const paymentCodeLength = 8;

/** How many of them are drawn. */
export const drawnSigns = paymentCodeLength - 1;

const base = paymentCodeSigns.length;
/** 8 × 3 = 24 = 1 modulo 23: what the last sign's position is divided by. */
const inverseOfLast = 3;

const valueOf = (sign: string): number => (sign.length === 1 ? paymentCodeSigns.indexOf(sign) : -1);

/** Σ position × value, modulo 23; null where a sign is none of the 23. */
const remainderOf = (signs: string): number | null => {
  let sum = 0;
  for (let at = 0; at < signs.length; at += 1) {
    const value = valueOf(signs.charAt(at));
    if (value === -1) return null;
    sum += (at + 1) * value;
  }
  return sum % base;
};

/** Whether a text is a payment code as it is printed: eight signs whose check holds. @source receipts 2.3 */
export const isPaymentCode = (text: string): boolean => text.length === paymentCodeLength && remainderOf(text) === 0;

/**
 * The payment code that seven drawn values make.
 *
 * @unit each value is an integer from 0 to 22, drawn evenly
 * @throws RangeError for another count of values, or another value
 * @source receipts 2.3
 */
export const paymentCodeOf = (drawn: readonly number[]): string => {
  const signs = drawn.map((value) => paymentCodeSigns[value] ?? '').join('');
  const remainder = remainderOf(signs);
  if (drawn.length !== drawnSigns || signs.length !== drawnSigns || remainder === null)
    throw new RangeError(`a payment code is made of ${drawnSigns} values from 0 to ${base - 1}`);
  return signs + paymentCodeSigns.charAt(((base - remainder) * inverseOfLast) % base);
};

const replaced = (text: string, at: number, sign: string): string => text.slice(0, at) + sign + text.slice(at + 1);

/** With the one sign at a place that makes the check hold: 23 is a prime number, so each place has exactly one. */
const completed = (text: string, at: number): string => {
  for (const sign of paymentCodeSigns) {
    const code = replaced(text, at, sign);
    if (isPaymentCode(code)) return code;
  }
  return '';
};

const swapped = (text: string, one: number, other: number): string =>
  replaced(replaced(text, one, text.charAt(other)), other, text.charAt(one));

const places = Array.from({ length: paymentCodeLength }, (_, at) => at);

/**
 * The codes that eight signs may have been, had one of them been typed wrong or two been swapped.
 * A sign that no code has, as 0 for D, is a wrong one.
 */
const wronglyTyped = (text: string): readonly string[] => [
  ...places.map((at) => completed(text, at)),
  ...places.flatMap((one) => places.slice(one + 1).map((other) => swapped(text, one, other))),
];

/** The codes that seven signs may have been, had one been left out. */
const leftOut = (text: string): readonly string[] =>
  places.map((at) => completed(`${text.slice(0, at)}?${text.slice(at)}`, at));

/**
 * The payment codes that a damaged one may be: one sign wrong, missing, or two swapped. The text itself is not among them.
 *
 * @source receipts 2.3
 */
export const codesNear = (text: string): readonly string[] => {
  const near = text.length === paymentCodeLength ? wronglyTyped(text) : [];
  const found = text.length === drawnSigns ? leftOut(text) : near;
  return [...new Set(found)].filter((code) => code !== text && isPaymentCode(code));
};
