/** A noun in the four spellings that the rooms use. */
export interface Names {
  /** Files and folders. */
  readonly kebab: string;
  /** Operation ids, variables, routes. */
  readonly camel: string;
  /** Types and components. */
  readonly pascal: string;
  /** Tables and columns. */
  readonly snake: string;
}

/** Words that say nothing, that SQL or the language keep for themselves, or that the rooms use otherwise. */
const taken = new Set(
  [
    [
      'utils',
      'helpers',
      'common',
      'misc',
      'shared',
      'types',
      'constants',
      'index',
      'lib',
      'core',
      'services',
      'kernel',
    ],
    [
      'all',
      'any',
      'case',
      'check',
      'column',
      'default',
      'desc',
      'end',
      'from',
      'grant',
      'group',
      'limit',
      'offset',
      'order',
    ],
    ['primary', 'references', 'select', 'table', 'unique', 'user', 'using', 'where', 'window', 'with'],
    ['await', 'class', 'const', 'delete', 'function', 'import', 'new', 'return', 'switch', 'this', 'type', 'void'],
    ['nouns', 'operations', 'patterns', 'paths', 'routes', 'handlers', 'jobs', 'sample-noun'],
  ].flat(),
);

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Reads what a row is called on the screen; a sentence says what is wrong with it. */
export const readLabel = (typed: string): { readonly label: string } | string =>
  /^\p{Script=Han}{2,8}$/u.test(typed)
    ? { label: typed }
    : `「${typed}」不是合适的中文名称：二至八个汉字，如 优惠券 / not a label: two to eight Chinese characters`;

/** Reads a noun as it was typed; a sentence says what is wrong with it. */
export const readNoun = (typed: string, existing: readonly string[]): Names | string => {
  if (!/^[a-z]{2,20}(-[a-z]{2,20}){0,2}$/.test(typed)) {
    return `「${typed}」不是合适的名称：用小写英文单词，以连字符相连，如 coupon 或 loan-consult / not a noun: lower-case words joined by hyphens`;
  }
  if (taken.has(typed)) return `「${typed}」另有含义或毫无含义，请换一个名称 / this word is taken or says nothing`;
  if (existing.includes(typed)) return `「${typed}」已经存在 / this noun exists`;
  const pascal = typed.split('-').map(upperFirst).join('');
  return {
    kebab: typed,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: typed.replaceAll('-', '_'),
  };
};

/** A text or path of the sample in another noun's spelling. */
export const respell = (text: string, { kebab, camel, pascal, snake }: Names): string =>
  text
    .replaceAll('sample-noun', kebab)
    .replaceAll('sampleNoun', camel)
    .replaceAll('SampleNoun', pascal)
    .replaceAll('sample_noun', snake);
