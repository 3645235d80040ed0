/** `page × pageSize` of a list is at most this, and its length is not told beyond it. @source contract 4 */
export const listReach = 10_000;

/** The length of a list, the same wherever it is told: `1,284`, and `10,000+` beyond what page numbers reach. */
export function totalText(total: number, isExact = true): string {
  const told = Math.min(total, listReach).toLocaleString('en-US');
  return isExact && total <= listReach ? told : `${told}+`;
}
