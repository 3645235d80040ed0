import { foldedText } from './folded-text.ts';
import type { Asked } from './question.ts';

/** A document that may be an answer. */
export interface Candidate {
  readonly title: string;
  readonly summary: string;
  readonly headings: readonly string[];
  /** Which of the asked words its text has, or another word for them. */
  readonly has: readonly boolean[];
  /** How often and how near each other its text has them, as the index says. */
  readonly density: number;
}

/** What a word is worth by where it stands; another word for it is worth less. */
const worth = { title: 4, heading: 2.2, summary: 2, text: 0.8 } as const;
const worthOfOther = 0.75;
/** What it adds that a title is about nothing else, and that one heading has several of the words. */
const [ofTitle, ofOneHeading] = [1.5, 0.6];

const hasPhrase = (text: string, phrase: string): boolean => phrase.split(' ').every((part) => text.includes(part));

/** 1 where a text has the word, less where it has another word for it, 0 where it has none. */
const nearness = (text: string, { word, others }: Asked): number => {
  if (text.includes(word)) return 1;
  return others.some((other) => hasPhrase(text, other)) ? worthOfOther : 0;
};

const lengthIn = (title: string, { word, others }: Asked): number =>
  Math.max(0, ...[word, ...others].filter((each) => hasPhrase(title, each)).map((each) => each.length));

/**
 * How good an answer a document is.
 *
 * @param weights how much each asked word tells: a rare one more than one that every document has
 */
const scoreOf = (candidate: Candidate, question: readonly Asked[], weights: readonly number[]): number => {
  const title = foldedText(candidate.title);
  const summary = foldedText(candidate.summary);
  const headings = candidate.headings.map(foldedText);
  let score = candidate.density;
  const weightOf = (index: number): number => weights[index] ?? 0;
  for (const [index, asked] of question.entries()) {
    const places = [
      worth.title * nearness(title, asked),
      worth.summary * nearness(summary, asked),
      worth.heading * Math.max(0, ...headings.map((heading) => nearness(heading, asked))),
      candidate.has[index] ? worth.text : 0,
    ];
    score += weightOf(index) * Math.max(...places);
  }
  const covered = question.reduce((sum, asked) => sum + lengthIn(title, asked), 0);
  score += ofTitle * Math.max(...weights) * Math.min(1, covered / Math.max(1, title.length));
  const together = headings.map((heading) => {
    const found = question.map((asked, index) => weightOf(index) * nearness(heading, asked)).filter((part) => part > 0);
    return found.length < 2 ? 0 : found.reduce((sum, part) => sum + part, 0);
  });
  return score + ofOneHeading * Math.max(0, ...together);
};

/** Whether a document has every word that an answer has to have. */
const isFull = ({ has }: Candidate, question: readonly Asked[]): boolean =>
  question.every(({ isRequired }, index) => !isRequired || has[index] === true);

/** The candidates with the best first: those that have all required words before those that have some. Equally good ones stay in their order. */
export const rankedAnswers = <Doc extends Candidate>(
  candidates: readonly Doc[],
  question: readonly Asked[],
  weights: readonly number[],
): { readonly doc: Doc; readonly isFull: boolean }[] =>
  candidates
    .map((doc) => ({ doc, isFull: isFull(doc, question), score: scoreOf(doc, question, weights) }))
    .sort((one, other) => Number(other.isFull) - Number(one.isFull) || other.score - one.score)
    .map(({ doc, isFull: full }) => ({ doc, isFull: full }));
