import { createReadStream } from 'node:fs';

/** The encodings of tables: UTF-8, and the GB18030 that office programs still write. */
export type TextEncoding = 'utf-8' | 'gb18030';

/** Why a file is in no encoding: it is no text, or changes its encoding on the way. */
export type EncodingFault = 'noText' | 'mixed';

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const han = /\p{Script=Han}/gu;
/** So many Chinese characters that decode as UTF-8 are no accident. */
const surelyRead = 4;

interface Decoded {
  readonly isText: boolean;
  /** Chinese characters before what could not be decoded. */
  readonly read: number;
}

const decode = async (path: string, encoding: TextEncoding): Promise<Decoded> => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let read = 0;
  let began: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(path)) {
      began = piece;
      const text = decoder.decode(piece, { stream: true });
      if (control.test(text)) return { isText: false, read: 0 };
      if (read < surelyRead) read += text.match(han)?.length ?? 0;
    }
    decoder.decode();
    return { isText: true, read };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What the last piece held before its fault.
    const loose = new TextDecoder(encoding).decode(began);
    return { isText: false, read: read + (loose.slice(0, loose.indexOf('\ufffd')).match(han)?.length ?? 0) };
  }
};

/**
 * The encoding of a text file, whose bytes all decode. A file that begins with Chinese in UTF-8 and goes on otherwise was put together from
 * two: read as GB18030 its beginning would be other words.
 */
export const encodingOf = async (path: string): Promise<TextEncoding | EncodingFault> => {
  const asUtf8 = await decode(path, 'utf-8');
  if (asUtf8.isText) return 'utf-8';
  if (asUtf8.read >= surelyRead) return 'mixed';
  return (await decode(path, 'gb18030')).isText ? 'gb18030' : 'noText';
};
