/** `page × pageSize` of a list is at most this, and its length is not shown beyond it. @source contract 4 */
export const listReach = 10_000;

/** The length of a list, the same wherever it is shown: `1,284`, and `10,000+` beyond what page numbers reach. */
export function totalText(total: number, isExact = true): string {
  const shown = Math.min(total, listReach).toLocaleString('en-US');
  return isExact && total <= listReach ? shown : `${shown}+`;
}
