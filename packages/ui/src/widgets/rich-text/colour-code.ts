/** The kinds of words in a piece of code; `rich-text.module.css` has a colour for each. */
const kinds = ['comment', 'string', 'number', 'keyword'] as const;

/** Words that mean something in the languages of the documents: JavaScript, Python, SQL and the shell. */
const keywords =
  'and|as|async|await|break|case|catch|class|const|continue|def|default|do|elif|else|export|extends|false|finally|for|from|function|if|import|in|is|lambda|let|new|None|not|null|of|or|pass|raise|return|select|switch|then|this|throw|true|True|False|try|typeof|var|void|where|while|with|yield';

/** Up to its end, or to that of the text where it has none: a pattern that fails there would search anew from every beginning. */
const comment = '(?<=^|\\s)(?:\\/\\/|#(?= )|-- ).*$|\\/\\*[^]*?(?:\\*\\/|(?![^]))';
const string = '"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'|`(?:\\\\.|[^`\\\\])*`';

/** One pattern for all languages, because the stored text does not name its own. A `#` or `//` begins a comment only where a space or a line is before it. */
const words = new RegExp(
  `(?<comment>${comment})|(?<string>${string})|(?<number>\\b\\d[\\d_.]*\\b)|(?<keyword>\\b(?:${keywords})\\b)`,
  'gm',
);

/** A coloured part of a text: from a character to another. */
export type CodeWord = { kind: (typeof kinds)[number]; from: number; to: number };

/** The words of a piece of code that have a colour, in their order. */
export function codeWords(text: string): CodeWord[] {
  return [...text.matchAll(words)].flatMap((match) => {
    const kind = kinds.find((each) => match.groups?.[each] !== undefined);
    return kind === undefined ? [] : [{ kind, from: match.index, to: match.index + match[0].length }];
  });
}

/**
 * Colours code by the browser's own highlights, which add nothing to the page's elements: what is copied and what was sanitised stays as
 * it is. A browser without them shows plain code.
 *
 * @returns removes the colours
 */
export function colourCode(blocks: Iterable<Element>): () => void {
  if (!('highlights' in CSS)) return () => {};
  const made: { kind: CodeWord['kind']; range: Range }[] = [];
  for (const block of blocks) {
    const node = block.querySelector('code')?.firstChild;
    if (node?.nodeType !== Node.TEXT_NODE) continue;
    for (const { kind, from, to } of codeWords(node.textContent ?? '')) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      highlightOf(kind).add(range);
      made.push({ kind, range });
    }
  }
  return () => {
    for (const { kind, range } of made) highlightOf(kind).delete(range);
  };
}

function highlightOf(kind: CodeWord['kind']): Highlight {
  const name = `code-${kind}`;
  const known = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, known);
  return known;
}
