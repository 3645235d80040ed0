/** Breaks of lines and tabs: what a copied cell or line brings along. */
const broken = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Signs without width: joiners, marks of direction, soft hyphens and the mark of byte order. */
const unseenSigns = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const latin = /[A-Za-z0-9]/;

/**
 * A name as it is stored: one line, without signs that nobody sees. Where a line broke between two Latin words a space stays between them.
 * The name of a company, a person, a product, an organisation, a project or a stage is stored in this form alone.
 */
export const plainName = (typed: string): string => {
  const seen = typed.replace(unseenSigns, '');
  return seen.replace(broken, (found, at: number) =>
    latin.test(seen.charAt(at - 1)) && latin.test(seen.charAt(at + found.length)) ? ' ' : '',
  );
};

/** Brackets that stand for each other in names of companies; NFKC has made those of full width narrow. */
const brackets = new Map([
  ['[', '('],
  ['〔', '('],
  ['【', '('],
  [']', ')'],
  ['〕', ')'],
  ['】', ')'],
]);

/**
 * A name as names are compared when somebody looks for one: without width, case, spaces and signs that nobody sees, brackets alike. The function
 * `name_key` of the database says the same.
 */
export const nameKey = (name: string): string =>
  plainName(name.normalize('NFKC'))
    .replace(/\s/g, '')
    .replace(/[[\]〔〕【】]/g, (sign) => brackets.get(sign) ?? sign)
    .replace(/[A-Z]/g, (sign) => sign.toLowerCase());

/** The pieces of a key by which an index finds the names that contain it: each pair of neighbouring signs, or the one sign that there is. */
export const keyPieces = (key: string): readonly string[] => {
  const signs = [...key];
  return signs.length === 1 ? signs : [...new Set(signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`))];
};
