import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { headBytes, utf16Of } from '@ronghui/domain/file-kind';

/** The encodings of tables: UTF-8, the GB18030 that office programs still write, and the UTF-16 of “Unicode 文本”. */
export type TextEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

/** Why a file is in no encoding: it is no text, or changes its encoding on the way. */
export type EncodingFault = 'noText' | 'mixed';

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const han = /\p{Script=Han}/gu;
/** So many Chinese characters that decode as UTF-8 are no accident. */
const surelyRead = 4;

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What programs of DOS write behind the last line. */
const endMark = '\u001a';

/** Decodes a text piece by piece; marks at its beginning and at its end are no part of it. */
export class TextPieces {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #encoding: TextEncoding;
  #hasBegun = false;
  #hasEnded = false;

  constructor(encoding: TextEncoding) {
    this.#encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  /**
   * The text of a piece; the first one has at least three bytes, unless the file has fewer. Throws TypeError for what does not decode, and for
   * what stands behind the end of the text.
   */
  read(piece: Buffer): string {
    const text = this.#decoded(piece);
    if (this.#hasEnded && text !== '') throw new TypeError('a text goes on behind its end');
    let end = text.length;
    while (text[end - 1] === endMark) end -= 1;
    this.#hasEnded ||= end < text.length;
    return text.slice(0, end);
  }

  #decoded(piece: Buffer): string {
    if (this.#hasBegun) return this.#decoder.decode(piece, { stream: true });
    this.#hasBegun = true;
    // Some programs put the mark of UTF-8 before GB18030; of GB18030's own mark the decoder makes the sign that it is.
    const isMarkedWrong = this.#encoding === 'gb18030' && piece.subarray(0, 3).equals(utf8Mark);
    const text = this.#decoder.decode(isMarkedWrong ? piece.subarray(3) : piece, { stream: true });
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** What was left over; throws TypeError when the file ends inside a sign. */
  end(): string {
    return this.#decoder.decode();
  }
}

interface Decoded {
  readonly isText: boolean;
  /** Chinese characters before what could not be decoded. */
  readonly read: number;
}

const decode = async (path: string, encoding: TextEncoding): Promise<Decoded> => {
  const pieces = new TextPieces(encoding);
  let read = 0;
  let began: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(path)) {
      began = piece;
      const text = pieces.read(piece);
      if (control.test(text)) return { isText: false, read: 0 };
      if (read < surelyRead) read += text.match(han)?.length ?? 0;
    }
    pieces.end();
    return { isText: true, read };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What the last piece held before its fault.
    const loose = new TextDecoder(encoding).decode(began);
    return { isText: false, read: read + (loose.slice(0, loose.indexOf('\ufffd')).match(han)?.length ?? 0) };
  }
};

const headOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * The encoding of a text file, whose bytes all decode. A file that begins with Chinese in UTF-8 and goes on otherwise was put together from
 * two: read as GB18030 its beginning would be other words.
 */
export const encodingOf = async (path: string): Promise<TextEncoding | EncodingFault> => {
  const utf16 = utf16Of(await headOf(path));
  if (utf16 !== undefined) return (await decode(path, utf16)).isText ? utf16 : 'noText';
  const asUtf8 = await decode(path, 'utf-8');
  if (asUtf8.isText) return 'utf-8';
  if (asUtf8.read >= surelyRead) return 'mixed';
  return (await decode(path, 'gb18030')).isText ? 'gb18030' : 'noText';
};
