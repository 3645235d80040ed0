/**
 * Formats an amount of money exactly, in integers: `¥1,234.56`, `-¥1,234.56`.
 *
 * @unit fen (integer 1/100 yuan)
 * @param sign `'always'` also writes `+` before positive amounts
 */
export function formatAmount(
  fen: number,
  { symbol = '¥', sign = 'auto' }: { symbol?: string; sign?: 'auto' | 'always' } = {},
): string {
  if (!Number.isSafeInteger(fen)) return '—';
  const size = Math.abs(fen);
  const yuan = String(Math.trunc(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const cents = String(size % 100).padStart(2, '0');
  const before = fen < 0 ? '-' : sign === 'always' && fen > 0 ? '+' : '';
  return `${before}${symbol}${yuan}.${cents}`;
}
