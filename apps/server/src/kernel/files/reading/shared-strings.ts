import { TableFault } from './table-fault.ts';

const firstBytes = 1024 * 1024;
const firstCount = 64 * 1024;
/** What a table of texts may take; a larger one is refused, and its rows go as CSV. @unit bytes */
const mostBytes = 256 * 1024 * 1024;

const encoder = new TextEncoder();

/**
 * The texts that a workbook's cells share, by their number: kept as bytes in one block outside of the heap, because a million texts of their
 * own take ten times as much.
 */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #ends = new Uint32Array(firstCount);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const start = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0);
    // A sign takes three bytes at most.
    const room = start + text.length * 3;
    if (room > this.#bytes.length) this.#grow(room);
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(start));
    this.#ends[this.#count] = start + written;
    this.#count += 1;
  }

  /** A text by its number; undefined for a number that no text has. */
  at(index: number): string | undefined {
    const end = index < this.#count ? this.#ends[index] : undefined;
    if (end === undefined) return undefined;
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], end);
  }

  #grow(room: number): void {
    if (room > mostBytes) throw new TableFault('工作簿里的文字过多，请另存为 CSV 再上传。');
    const bytes = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.max(room, this.#bytes.length * 2)));
    this.#bytes.copy(bytes);
    this.#bytes = bytes;
  }
}
