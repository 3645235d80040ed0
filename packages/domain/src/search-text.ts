/**
 * Tokens for a search that finds Chinese inside a sentence. PostgreSQL's parsers treat a Chinese sentence as one word,
 * and trigrams find nothing shorter than three characters, so text and query are both tokenised here (stack, search).
 */

/** Maximum query length; the rest is ignored. @unit UTF-16 units */
const longestQuery = 100;

const han = /\p{Script=Han}/u;
// Han characters are letters too: without the exclusion `XLSX文件` would be a single run.
const runs = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const hanTokens = (run: string): string[] => {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return [...characters, ...pairs];
};

/** The tokens of a text in order: each character and each adjacent pair of a Chinese run, and each Latin word or number. */
export const textTokens = (text: string): string[] =>
  [...fold(text).matchAll(runs)].flatMap(([run]) => (han.test(run) ? hanTokens(run) : [run.slice(0, 60)]));

/** One term of a query; all must match. A Latin term also matches as a prefix. */
export interface QueryTerm {
  readonly token: string;
  readonly prefix: boolean;
}

/** The terms of a query, at most 24; empty when it contains no letter or digit. */
export const queryTerms = (query: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>();
  for (const [run] of fold(query.slice(0, longestQuery)).matchAll(runs)) {
    if (!han.test(run)) {
      terms.set(run, { token: run.slice(0, 60), prefix: true });
      continue;
    }
    const characters = [...run];
    const tokens = characters.length === 1 ? characters : hanTokens(run).slice(characters.length);
    for (const token of tokens) terms.set(token, { token, prefix: false });
  }
  return [...terms.values()].slice(0, 24);
};

/** The parts of a query to highlight in a result: Chinese runs and Latin words, longest first. */
export const queryStretches = (query: string): string[] => {
  const found = [...fold(query.slice(0, longestQuery)).matchAll(runs)].map(([run]) => run);
  return [...new Set(found)].sort((a, b) => b.length - a.length);
};
