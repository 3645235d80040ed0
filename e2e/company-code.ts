const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** A new company code with its check character. */
export const newCode = (): string => {
  const body = `91440300${Array.from({ length: 9 }, () => letters[Math.floor(Math.random() * 31)]).join('')}`;
  const sum = weights.reduce((total, weight, place) => total + weight * letters.indexOf(body[place] ?? ''), 0);
  return `${body}${letters[(31 - (sum % 31)) % 31]}`;
};
