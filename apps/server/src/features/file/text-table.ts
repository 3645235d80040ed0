import { createReadStream } from 'node:fs';

/** The text, when all its bytes decode. */
const decodes = async (path: string, encoding: 'utf-8' | 'gb18030'): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of createReadStream(path)) {
      const text = decoder.decode(piece, { stream: true });
      // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/** Whether a file is text in an encoding of tables: UTF-8, or the GB18030 that office programs still write. */
export const isTextTable = async (path: string): Promise<boolean> =>
  (await decodes(path, 'utf-8')) || (await decodes(path, 'gb18030'));
