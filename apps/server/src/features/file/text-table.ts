import { createReadStream } from 'node:fs';

/** A text that decodes from its first byte to its last. */
const decodes = async (path: string, encoding: 'utf-8' | 'gb18030'): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of createReadStream(path)) {
      const text = decoder.decode(piece, { stream: true });
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/** Whether a file is text, as tables are written here: UTF-8, or the GB18030 that office programs still write. */
export const isTextTable = async (path: string): Promise<boolean> =>
  (await decodes(path, 'utf-8')) || (await decodes(path, 'gb18030'));
