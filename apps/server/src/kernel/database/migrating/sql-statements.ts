const dollar = /\$(?:[a-z_]\w{0,60})?\$/iy;

/** Where the text after a mark begins; the end of the text where the mark does not come again. */
const after = (sql: string, mark: string, from: number): number => {
  const found = sql.indexOf(mark, from);
  return found === -1 ? sql.length : found + mark.length;
};

/** Where a comment that begins here ends; null where none does. */
const commentEnd = (sql: string, at: number): number | null => {
  if (sql.startsWith('--', at)) return after(sql, '\n', at);
  return sql.startsWith('/*', at) ? after(sql, '*/', at + 2) : null;
};

/** Where a text in quotes that begins here ends; null where none does. */
const quoteEnd = (sql: string, at: number): number | null => {
  const sign = sql[at] ?? '';
  if (sign === "'" || sign === '"') return after(sql, sign, at + 1);
  dollar.lastIndex = at;
  const tag = sign === '$' ? dollar.exec(sql)?.[0] : undefined;
  return tag === undefined ? null : after(sql, tag, at + tag.length);
};

/** The statements of a text of SQL, without comments and semicolons; white space is one space but in quotes. */
export const sqlStatements = (sql: string): readonly string[] => {
  const statements: string[] = [];
  let current = '';
  const end = (): void => {
    if (current.trim() !== '') statements.push(current.trim());
    current = '';
  };
  for (let at = 0; at < sql.length; ) {
    const sign = sql[at] ?? '';
    const comment = commentEnd(sql, at);
    const quote = comment === null ? quoteEnd(sql, at) : null;
    const next = comment ?? quote ?? at + 1;
    if (sign === ';' && quote === null) end();
    else if (comment === null && (quote !== null || sign.trim() !== '')) current += sql.slice(at, next);
    else if (!current.endsWith(' ')) current += ' ';
    at = next;
  }
  end();
  return statements;
};
