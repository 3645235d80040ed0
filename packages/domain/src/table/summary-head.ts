/** The head of the summary that a payment platform puts below the rows: what follows it without a day are sums. */
const summaryHead = /^`?(?:总交易单数|总笔数|总交易笔数|资金流水总笔数|账务汇总|共\d+笔记录)/u;

/** Whether a row is the head of such a summary. */
export const isSummaryHead = (cells: readonly string[]): boolean => {
  for (const cell of cells) {
    // Most rows begin with a number or a day.
    const first = cell.charCodeAt(0);
    if (first > 47 && first < 91) return false;
    const text = cell.trim();
    if (text !== '') return summaryHead.test(text);
  }
  return false;
};
