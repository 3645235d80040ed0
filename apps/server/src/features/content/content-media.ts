import { faultOfPicture, pictureSentence } from '#features/file/file.steps';
import { drawingFaults } from './content-drawing.ts';

/** The kinds of pictures and sounds by the ending of their names. */
export const mediaTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
};

/** The largest picture or sound. @unit bytes */
export const largestMedia = 2_000_000;
const formats: Readonly<Record<string, 'png' | 'jpeg' | 'webp'>> = { png: 'png', jpg: 'jpeg', webp: 'webp' };
/** Whose turn pictures of a folder have. */
const owner = 'content';

/** Whether the bytes begin as a sound of this kind does: with a tag or a frame of MP3, with the box of MP4. */
const isSound = (bytes: Buffer, ending: string): boolean => {
  if (ending === 'm4a') return bytes.toString('latin1', 4, 8) === 'ftyp';
  return bytes.toString('latin1', 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);
};

const textOf = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Why a picture or a sound cannot be published; null when it can. @source R2.8 */
export const mediaFault = async (bytes: Buffer, ending: string): Promise<string | null> => {
  if (ending === 'svg') {
    const source = textOf(bytes);
    if (source === null) return '不是 UTF-8 编码的 SVG';
    const faults = drawingFaults(source);
    return faults.length === 0 ? null : `SVG 中有不允许的内容：${faults.join('、')}`;
  }
  const format = formats[ending];
  if (format !== undefined) {
    const why = await faultOfPicture(bytes, format, owner);
    if (why === null) return null;
    return why.fault === 'broken' ? `内容不是完整的 ${ending.toUpperCase()} 图片` : pictureSentence(why);
  }
  return isSound(bytes, ending) ? null : `内容不是 ${ending.toUpperCase()} 音频`;
};
