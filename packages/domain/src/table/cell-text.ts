/**
 * The text of a cell without what programs put around it: spaces, tabs and marks of direction at its ends, the backquote of WeChat Pay's
 * statements, and the `="00123"` that keeps digits a text in spreadsheet programs.
 */
export const cellText = (raw: string): string => {
  // Most cells have nothing around them.
  if (/^[0-9A-Za-z\u4e00-\u9fff](?:.*[0-9A-Za-z\u4e00-\u9fff])?$/u.test(raw)) return raw;
  const bare = raw.replaceAll(/^[\s\u200b-\u200f\ufeff]+|[\s\u200b-\u200f\ufeff]+$/gu, '');
  const [, quoted] = /^="(.*)"$/.exec(bare) ?? [];
  return (quoted ?? (bare.startsWith('`') ? bare.slice(1) : bare)).trim();
};

/** An id of ours, which may begin with a sign. */
const ownId = /^[A-Za-z0-9_-]{22}$/;

/** Whether a cell holds a formula instead of a value; a sign before digits is an amount. @source security 4.8 */
export const isFormula = (text: string): boolean =>
  /^[=＝@＠]/.test(text) || (/^[+\-＋－](?![\d.¥￥(（,\s]|$)/.test(text) && !ownId.test(text));
