import { parse } from 'regexparam';

/** A path with the search keys that have a value. */
export const withSearch = (path: string, search: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The parameters of a path by a pattern, decoded; undefined when it does not match. */
const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const { keys, pattern: expression } = parse(pattern);
  const found = expression.exec(path);
  if (found === null) return undefined;
  const params: Record<string, string> = {};
  for (const [place, key] of keys.entries()) {
    const value = found[place + 1];
    if (value !== undefined && value !== '') params[key] = decoded(value);
  }
  return params;
};

/** Finds the route of a path among an application's patterns. @source R2.4 */
export const makeRouteFinder =
  <Name extends string>(patterns: Readonly<Record<Name, string>>) =>
  (path: string): { name: Name; params: Record<string, string> } | undefined => {
    for (const [name, pattern] of Object.entries<string>(patterns)) {
      const params = matchPath(pattern, path);
      // The type of Object.entries loses the literal keys.
      if (params !== undefined) return { name: name as Name, params };
    }
    return undefined;
  };
