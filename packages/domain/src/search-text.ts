/**
 * Tokens for a search that finds Chinese inside a sentence. PostgreSQL's parsers treat a Chinese sentence as one word,
 * and trigrams find nothing shorter than three characters, so text and query are both tokenised here (stack, search).
 */

import { foldedText } from './search-text/folded-text.ts';
import { type QueryTerm, termsOfWord } from './search-text/question.ts';
import { tokensOf, wordRuns } from './search-text/tokens.ts';

export { rankedAnswers } from './search-text/answer-rank.ts';
export { foldedText, simplifiedText } from './search-text/folded-text.ts';
export { type Asked, type QueryTerm, readQuestion, termsOfWord, wordsToMark } from './search-text/question.ts';

/** Maximum query length; the rest is ignored. @unit UTF-16 units */
const longestQuery = 100;

const han = /\p{Script=Han}/u;

/** The tokens of a text in order: each character and each adjacent pair of a Chinese run, and each Latin word or number. */
export const textTokens = (text: string): string[] =>
  wordRuns(foldedText(text)).flatMap((run) => {
    if (!han.test(run)) return [run.slice(0, 60)];
    const { signs, pairs } = tokensOf(run);
    return [...signs, ...pairs];
  });

/** The terms of a query, at most 24, all of which have to match: for who looks for a piece of a text. Empty when it contains no letter or digit. */
export const queryTerms = (query: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>();
  for (const run of wordRuns(foldedText(query.slice(0, longestQuery)))) {
    for (const term of termsOfWord(run)) terms.set(term.token, term);
  }
  return [...terms.values()].slice(0, 24);
};
