const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** No value, in the text format of COPY. */
export const copyNothing = '\\N';

/** A text in the text format of COPY. */
export const copyText = (text: string): string => text.replace(special, (sign) => escapes[sign] ?? sign);

/** A value in the text format of COPY. */
export const copyValue = (value: string | number | null): string =>
  value === null ? copyNothing : typeof value === 'number' ? String(value) : copyText(value);

/** How much of a cell reports repeat. */
const shownText = 60;

/** What is wrong with a cell, as a report lists it. */
export interface CellFault {
  readonly field: string;
  readonly text: string;
  readonly reason: string;
}

/** The beginning of a cell; NUL and half signs cannot be stored. */
const shownOf = (text: string): string => [...text.toWellFormed()].slice(0, shownText).join('').replaceAll('\0', ' ');

/** The faults of a row as JSON, in the text format of COPY: field, the beginning of its cell, reason. */
export const copyFaults = (faults: readonly CellFault[]): string =>
  copyText(JSON.stringify(faults.map(({ field, text, reason }) => [field, shownOf(text), reason])));
