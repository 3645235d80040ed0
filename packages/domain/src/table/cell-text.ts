const around = /[\s\u200b-\u200f\ufeff]/u;

/** Without spaces and marks of direction at its ends: a pattern for the end would begin anew at every space within. */
const trimmed = (raw: string): string => {
  let [from, to] = [0, raw.length];
  while (from < to && around.test(raw.charAt(from))) from += 1;
  while (to > from && around.test(raw.charAt(to - 1))) to -= 1;
  return raw.slice(from, to);
};

/**
 * The text of a cell without what programs put around it: spaces, tabs and marks of direction at its ends, the backquote of WeChat Pay's
 * statements, and the `="00123"` that keeps digits a text in spreadsheet programs.
 */
export const cellText = (raw: string): string => {
  // Most cells have nothing around them.
  if (/^[0-9A-Za-z\u4e00-\u9fff](?:.*[0-9A-Za-z\u4e00-\u9fff])?$/u.test(raw)) return raw;
  const bare = trimmed(raw);
  const [, quoted] = /^="(.*)"$/.exec(bare) ?? [];
  return (quoted ?? (bare.startsWith('`') ? bare.slice(1) : bare)).trim();
};

/** What nearly every cell is: nothing around it, no formula, nothing that cannot be shown. */
const plain = /^(?:[0-9A-Za-z\u4e00-\u9fff]|-(?=\d))(?:[ -~\u4e00-\u9fff（）]*[0-9A-Za-z\u4e00-\u9fff)）])?$/;

/** The text of a cell that is plain: nothing else has to be asked of it; null for one that must be looked at. */
export const plainText = (raw: string): string | null => {
  const bare = raw.charCodeAt(0) === 96 ? raw.slice(1) : raw;
  return plain.test(bare) ? bare : null;
};

/** An id of ours, which may begin with a sign. */
const ownId = /^[A-Za-z0-9_-]{22}$/;

/** Whether a cell holds a formula instead of a value; a sign before digits is an amount. @source security 4.8 */
export const isFormula = (text: string): boolean =>
  /^[=＝@＠]/.test(text) || (/^[+\-＋－]+(?![+\-＋－\d.¥￥(（,\s]|$)/.test(text) && !ownId.test(text));

/** What programs write where there is no number: `/`, `-`, `--`, `无`, `#N/A`. */
const nothing =
  /^(?:[/\-—–_*.－／]+|无|暂无|空|\(?null\)?|none|nil|#?n\/a|#(?:ref|value|name|null|num)[!?]|#div\/0!)$/iu;
const longestWord = 8;

/** What a formula that failed leaves behind: of a number it says that there was one. */
const failedFormula = /^#(?:n\/a|ref!|value!|name\?|null!|num!|div\/0!)$/iu;
export const isErrorValue = (text: string): boolean =>
  text.charCodeAt(0) === 35 && text.length <= longestWord && failedFormula.test(text);

/** Whether a cell says that there is nothing to say. */
export const saysNothing = (text: string): boolean => {
  if (text.length === 0) return true;
  // Most cells are numbers or names.
  const first = text.charCodeAt(0);
  if (first >= 48 && first <= 57) return false;
  return text.length > longestWord ? /^[-—–_*.－]+$/u.test(text) : nothing.test(text);
};
