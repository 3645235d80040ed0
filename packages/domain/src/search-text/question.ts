import { foldedText } from './folded-text.ts';
import { particles, questionWords, softWords } from './question-words.ts';
import { tokensOf, wordRuns } from './tokens.ts';
import { tradeWords } from './trade-words.ts';

/** One thing that a query asks for. */
export interface Asked {
  /** The word as it is asked for, folded. */
  readonly word: string;
  /** Other words for it; those of a phrase may stand apart. */
  readonly others: readonly string[];
  /** Whether an answer has to have it. */
  readonly isRequired: boolean;
}

/** Maximum query length; the rest is ignored. @unit UTF-16 units */
const longestQuery = 100;
/** Maximum things that a query asks for. */
const mostAsked = 6;

const han = /\p{Script=Han}/u;

interface Known {
  readonly kind: 'left out' | 'soft' | 'trade';
  readonly others: readonly string[];
}

const known = new Map<string, Known>();
let longestKnown = 0;
const learn = (word: string, entry: Known) => {
  const before = known.get(word);
  const others = [...new Set([...(before?.others ?? []), ...entry.others])].filter((other) => other !== word);
  known.set(word, { kind: before?.kind ?? entry.kind, others });
  longestKnown = Math.max(longestKnown, word.length);
};
for (const row of tradeWords) for (const word of row) learn(word.replaceAll(' ', ''), { kind: 'trade', others: row });
for (const row of softWords) for (const word of row) learn(word, { kind: 'soft', others: row });
for (const word of questionWords) learn(word, { kind: 'left out', others: [] });

/** The longest word of ours that begins here. */
const knownAt = (run: string, at: number): string | undefined => {
  for (let length = Math.min(longestKnown, run.length - at); length > 0; length -= 1) {
    const word = run.slice(at, at + length);
    // A sign alone is a word of ours only where nothing else stands around it: 换 in 换手机号, not in 兑换.
    if (known.has(word) && (length > 1 || !han.test(word))) return word;
  }
  return undefined;
};

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The words of a run by the dictionary. Signs that it leaves alone beside each other are one word, which it does not know. */
const dictionaryWords = (run: string): string[] => {
  const words: string[] = [];
  let alone = '';
  for (const { segment } of segmenter.segment(run)) {
    if ([...segment].length === 1 && !particles.has(segment) && !known.has(segment)) {
      alone += segment;
      continue;
    }
    if (alone !== '') words.push(alone);
    alone = '';
    words.push(segment);
  }
  if (alone !== '') words.push(alone);
  return words;
};

/** A Chinese run cut at the words that we know; what is between them is cut by the dictionary. */
const wordsOfRun = (run: string): string[] => {
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at < run.length; ) {
    const word = knownAt(run, at);
    if (word === undefined) {
      at += 1;
      continue;
    }
    if (at > from) words.push(...dictionaryWords(run.slice(from, at)));
    words.push(word);
    at += word.length;
    from = at;
  }
  if (from < run.length) words.push(...dictionaryWords(run.slice(from)));
  return words;
};

const askedBy = (word: string): Asked | null => {
  const entry = known.get(word);
  if (entry?.kind === 'left out' || (entry === undefined && particles.has(word))) return null;
  return { word, others: entry?.others ?? [], isRequired: entry?.kind !== 'soft' };
};

/** A sign that no dictionary puts together with its neighbours, as 车 in 火星车, stands in too many texts to ask for it. */
const withLoneSignSoft = (each: Asked): Asked =>
  [...each.word].length === 1 && han.test(each.word) && !known.has(each.word) ? { ...each, isRequired: false } : each;

/**
 * What a query asks for, without the words that only say that it asks. Where it has no others, they are what it asks for; where it asks for nothing
 * but a kind of answer, an answer has to have that.
 */
export const readQuestion = (query: string): Asked[] => {
  const runs = wordRuns(foldedText(query.slice(0, longestQuery)));
  const asked = new Map<string, Asked>();
  for (const run of runs) {
    for (const word of han.test(run) ? wordsOfRun(run) : [run]) {
      const each = askedBy(word);
      // 接口 behind API asks for nothing else.
      if (each !== null && ![...asked.values()].some(({ others }) => others.includes(word))) asked.set(word, each);
    }
  }
  if (asked.size === 0) for (const run of runs) asked.set(run, { word: run, others: [], isRequired: true });
  const all = [...asked.values()].slice(0, mostAsked).map(withLoneSignSoft);
  return all.some(({ isRequired }) => isRequired) ? all : all.map((each) => ({ ...each, isRequired: true }));
};

/** The words of a query and their other words, to mark in an answer; the longest first. */
export const wordsToMark = (question: readonly Asked[]): string[] => {
  const words = question.flatMap(({ word, others }) => [word, ...others.flatMap((other) => other.split(' '))]);
  return [...new Set(words)].sort((a, b) => b.length - a.length);
};

/** A token of the index. A Latin word of a query finds every word that begins with it. */
export interface QueryTerm {
  readonly token: string;
  readonly prefix: boolean;
}

/** The tokens of a word, all of which a text with that word has: its pairs of signs, or the sign itself. */
export const termsOfWord = (word: string): QueryTerm[] =>
  wordRuns(word).flatMap((run): QueryTerm[] => {
    if (!han.test(run)) return [{ token: run.slice(0, 60), prefix: true }];
    const { signs, pairs } = tokensOf(run);
    return (pairs.length === 0 ? signs : pairs).map((token) => ({ token, prefix: false }));
  });
