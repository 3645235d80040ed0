/** What separates the cells of a row. */
const delimiters = [',', '\t', ';', '|'] as const;
/** What people type in its place; it stands in sentences as well. */
const fullWidth = '，';

/** How many lines tell the delimiter. */
const sampleLines = 60;

const quoted = /"(?:[^"]|"")*"/g;

/** The first lines of a text, without what stands in quotes. */
const linesOf = (text: string): string[] =>
  text
    .split('\n', sampleLines)
    .map((line) => line.replaceAll(quoted, ''))
    .filter((line) => line.trim() !== '');

/** How many lines have the same number of a sign, which is above zero. */
interface Agreement {
  readonly lines: number;
  readonly signs: number;
}

const none: Agreement = { lines: 0, signs: 0 };

const agreementOn = (lines: readonly string[], sign: string): Agreement => {
  const counts = Map.groupBy(
    lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0),
    (count) => count,
  );
  let best = none;
  for (const [signs, { length }] of counts) {
    if (length > best.lines || (length === best.lines && signs > best.signs)) best = { lines: length, signs };
  }
  return best;
};

/**
 * The delimiter by which most lines have the same number of cells; of two, the one with more cells. Full-width commas separate where two
 * or more stand in each line that has any, and no other sign separates as many lines.
 */
export const delimiterOf = (text: string): string => {
  const lines = linesOf(text);
  let delimiter: string = delimiters[0];
  let best = none;
  for (const each of delimiters) {
    const found = agreementOn(lines, each);
    if (found.lines > best.lines || (found.lines === best.lines && found.signs > best.signs)) {
      delimiter = each;
      best = found;
    }
  }
  const wide = agreementOn(lines, fullWidth);
  const isWide = wide.signs >= 2 && wide.lines >= 2 && wide.lines > best.lines && wide.signs >= best.signs;
  return isWide && lines.filter((line) => line.includes(fullWidth)).length <= wide.lines * 1.25 ? fullWidth : delimiter;
};

/** How a text has its rows. */
export interface TextForm {
  readonly delimiter: string;
  /** Whether its first line names the delimiter, as spreadsheet programs read it, and is no row. */
  readonly isNamed: boolean;
  /** Whether rows stand between bars, `|a|b|`, as reports are printed. */
  readonly hasBars: boolean;
}

const namedDelimiter = /^"?sep=([^"\r\n])"?[ \t]*\r?\n/i;

/** How a text has its rows, from its beginning. */
export const formOf = (text: string): TextForm => {
  const named = namedDelimiter.exec(text)?.[1];
  if (named !== undefined) return { delimiter: named, isNamed: true, hasBars: false };
  const delimiter = delimiterOf(text);
  const barred = delimiter === '|' ? linesOf(text).filter((line) => line.includes('|')) : [];
  const hasBars = barred.length > 0 && barred.every((line) => /^\s*\|.*\|\s*$/.test(line));
  return { delimiter, isNamed: false, hasBars };
};

/** The cells between the bars of a row; of any other row, all. */
export const betweenBars = (cells: readonly string[]): readonly string[] => {
  const isBarred = cells.length > 2 && cells[0]?.trim() === '' && cells.at(-1)?.trim() === '';
  return isBarred ? cells.slice(1, -1) : cells;
};

const loneReturn = /\r(?!\n)/;
const loneReturns = /\r(?!\n)/g;

/** Ends the lines of a text as most do, where a carriage return alone ends them. A piece is changed only where it has such a one. */
export class LineEnds {
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    // What follows the last sign is in the next piece.
    this.#held = text.endsWith('\r') ? '\r' : '';
    const complete = this.#held === '' ? text : text.slice(0, -1);
    return loneReturn.test(complete) ? complete.replaceAll(loneReturns, '\n') : complete;
  }

  /** What ends the last line. */
  end(): string {
    return this.#held === '' ? '' : '\n';
  }
}
