const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** No value, in the text format of COPY. */
export const copyNothing = '\\N';

/** A text in the text format of COPY. */
export const copyText = (text: string): string => text.replace(special, (sign) => escapes[sign] ?? sign);

/** A value in the text format of COPY. */
export const copyValue = (value: string | number | null): string =>
  value === null ? copyNothing : typeof value === 'number' ? String(value) : copyText(value);

const encoder = new TextEncoder();
const firstBytes = 512 * 1024;
/** A unit of a text takes three bytes at most. */
const mostOfSign = 3;

/** Gathers texts as bytes. */
export class CopyBytes {
  #bytes = new Uint8Array(firstBytes);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    const room = this.#length + text.length * mostOfSign;
    if (room > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(room, this.#bytes.length * 2));
      bytes.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = bytes;
    }
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** What was gathered, in memory of its own, and begins again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

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
