import { type Asked, foldedText } from '../search-text.ts';

/** A document as its text is searched: the headings of its outline stand as lines of their own in `plain`, in their order. */
export interface RobotDoc {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly plain: string;
  readonly outline: readonly { readonly id: string; readonly text: string }[];
}

/** A part of a document: what stands below a heading, or before the first one. */
export interface DocPart {
  /** The anchor of its heading; null before the first one. */
  readonly anchor: string | null;
  readonly heading: string;
  readonly text: string;
}

/** The longest answer; the link leads to the rest. @unit characters */
const longestAnswer = 220;

/** What is worth a word of the question by where it stands, and a heading that is the question itself. */
const worth = { heading: 3, likeness: 3, text: 1 } as const;

/** The parts of a document, in reading order; one without words of its own is left out. */
export const partsOf = ({ title, plain, outline }: Pick<RobotDoc, 'title' | 'plain' | 'outline'>): DocPart[] => {
  const parts: { anchor: string | null; heading: string; lines: string[] }[] = [
    { anchor: null, heading: title, lines: [] },
  ];
  let next = 0;
  for (const line of plain.split('\n')) {
    const heading = outline[next];
    if (heading !== undefined && line.trim() === heading.text.trim()) {
      parts.push({ anchor: heading.id, heading: heading.text, lines: [] });
      next += 1;
    } else if (line.trim() !== '') parts.at(-1)?.lines.push(line.trim());
  }
  return parts
    .map(({ anchor, heading, lines }) => ({ anchor, heading, text: lines.join('\n') }))
    .filter(({ text }) => text !== '');
};

const has = (text: string, { word, others }: Asked): boolean =>
  [word, ...others].some((each) => each.split(' ').every((part) => text.includes(part)));

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** How much of two texts is the same, by pairs of signs: 1 for the same text. */
const likeness = (one: string, other: string): number => {
  const [here, there] = [pairsOf(one), pairsOf(other)];
  const both = [...here].filter((pair) => there.has(pair)).length;
  return here.size + there.size === 0 ? 0 : (2 * both) / (here.size + there.size);
};

/**
 * The part that has most of what is asked, in its heading rather than in its text, and whose heading is most like the question in its own words, which says
 * what the words alone do not: when, what for, how much. The first of equally good ones.
 */
export const bestPart = (parts: readonly DocPart[], question: readonly Asked[], words: string): DocPart | undefined => {
  const asked = foldedText(words);
  let best: { readonly part: DocPart; readonly score: number } | undefined;
  for (const part of parts) {
    const [heading, text] = [foldedText(part.heading), foldedText(part.text)];
    // The title is over all parts, and tells the first one from no other.
    const [ofHeading, ofLikeness] = part.anchor === null ? [worth.text, 0] : [worth.heading, worth.likeness];
    let score = ofLikeness * likeness(heading, asked);
    for (const each of question) score += has(heading, each) ? ofHeading : has(text, each) ? worth.text : 0;
    if (best === undefined || score > best.score) best = { part, score };
  }
  return best?.part;
};

const endOfSentence = /[。！？；.!?;\n]/gu;

/** The beginning of a text up to the last sentence that fits; cut hard only where there is none. */
export const shortened = (text: string, most = longestAnswer): string => {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index } of text.slice(0, most).matchAll(endOfSentence)) end = index + 1;
  return end > 0 ? text.slice(0, end).trimEnd() : `${text.slice(0, most - 1)}…`;
};

/** Words that ask for a person, or complain: nobody wants a document then. @source service 4.2 */
const personWords =
  /转人工|人工(?:客服|服务)?|真人|找(?:个|位)?客服|(?:联系|呼叫)客服|投诉|举报|太(?:差|慢|烂)了|垃圾|骗(?:子|人)|气死|没用|听不懂/u;

/** Whether a customer asks for a person. */
export const asksForPerson = (text: string): boolean => personWords.test(text.normalize('NFKC').slice(0, 500));
