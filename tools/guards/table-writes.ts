/** Stands for a table whose name is not in the statement, so that its owner is unknown. */
const unnamed = 'table of a variable';

const built = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:['"`](\w+)(?: as \w+)?['"`])?/g;
const name = String.raw`(?:only\s+)?(?:"?([a-z_]+)"?|(?=\$\{))`;
const written = new RegExp(
  [
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+${name}`,
    String.raw`(?<!\bdo\s)\bupdate\s+${name}(?:\$\{[^}]*\})?(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b`,
  ].join('|'),
  'gi',
);

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** The tables that a file's statements write, in order and each once, whether the statements are built or literal. */
export const writesIn = (text: string): string[] => {
  const code = withoutComments(text);
  const found = [...code.matchAll(built), ...code.matchAll(written)];
  return [...new Set(found.map((match) => match.slice(1).find((each) => each !== undefined) ?? unnamed))];
};
