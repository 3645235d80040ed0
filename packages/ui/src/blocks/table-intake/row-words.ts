/** 1,234 行, which a line never breaks. */
export function rowsText(count: number): string {
  return `${count.toLocaleString('en-US')}\u00a0行`;
}

/** 第 12 行 of the file. */
export function rowText(row: number): string {
  return `第\u00a0${row}\u00a0行`;
}

/** 合计行 2、说明 3 */
export function reasonsText(reasons: readonly { reason: string; rows: number }[]): string {
  return reasons.map(({ reason, rows }) => `${reason}\u00a0${rows.toLocaleString('en-US')}`).join('、');
}

/** How many of the rows each reason has, in the order of its first row. */
export function reasonsOf(rows: readonly { reason: string }[]): readonly { reason: string; rows: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, rows: count }));
}
