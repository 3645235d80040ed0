import { newerFeatures } from './newer-features.gen.ts';
import type { Use } from './script-features.ts';

const lists = {
  property: new Set<string>(newerFeatures.properties),
  selector: new Set<string>(newerFeatures.selectors),
  atRule: new Set<string>(newerFeatures.atRules),
  call: new Set<string>(newerFeatures.functions),
  unit: new Set<string>(newerFeatures.units),
};

/** The text with spaces for its comments and strings, and for what stands behind `@supports`, which a browser that lacks it leaves out. */
const bare = (text: string): string => {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  let rest = text.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|"[^"\n]*"|'[^'\n]*'/g, blank);
  for (let at = rest.indexOf('@supports'); at >= 0; at = rest.indexOf('@supports')) {
    let end = rest.indexOf('{', at) + 1;
    for (let open = 1; open > 0 && end < rest.length; end += 1) {
      if (rest[end] === '{') open += 1;
      if (rest[end] === '}') open -= 1;
    }
    rest = rest.slice(0, at) + blank(rest.slice(at, end)) + rest.slice(end);
  }
  return rest;
};

const patterns: readonly [keyof typeof lists, RegExp, (name: string) => string][] = [
  ['atRule', /@([a-z-]+)/g, (name) => `@${name}`],
  ['property', /(?<=[{;]\s*)([a-z][a-z-]*)(?=\s*:[^;{}]*[;}])/g, (name) => name],
  ['selector', /:([a-z][a-z-]*)(?=[^;{}]*\{)/g, (name) => `:${name}`],
  ['call', /(?<=:[^;{}]*[\s,(:])([a-z][a-z-]*)(?=\()/g, (name) => `${name}()`],
  ['unit', /\d([a-z]+)\b/g, (name) => `1${name}`],
];

/** The properties, selectors, rules, functions and units of a style sheet that are newer than the floor. Nesting is resolved by the build. */
export const styleUses = (text: string): Use[] => {
  const rest = bare(text);
  return patterns.flatMap(([kind, pattern, nameOf]) =>
    [...rest.matchAll(pattern)].flatMap(({ 1: name = '', index }) =>
      lists[kind].has(name) ? [{ feature: nameOf(name), line: rest.slice(0, index).split('\n').length }] : [],
    ),
  );
};
