import { readFile } from 'node:fs/promises';

/** Bounds of a picture. @source security 4.8 */
const mostPixels = 40_000_000;
const jpegQuality = 90;

let last: Promise<unknown> = Promise.resolve();

/** One at a time: a picture at its bound takes 160 MB while it is drawn. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
};

/**
 * A picture drawn anew: upright, in sRGB, without the places, devices and whatever else was written beside its pixels. Null for one that
 * cannot be drawn, is another kind than it seemed, or is too large.
 *
 * @source R5.7
 */
export const redraw = (path: string, kind: 'png' | 'jpeg'): Promise<Buffer | null> =>
  inTurn(async () => {
    // Read by us: a file that cannot be read is no broken picture.
    const bytes = await readFile(path);
    // Loaded when the first picture comes: it would cost the start of the server more than everything else together.
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    try {
      const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
      const { format } = await picture.metadata();
      if (format !== kind) return null;
      const upright = picture.autoOrient().toColourspace('srgb');
      return await (kind === 'png' ? upright.png() : upright.jpeg({ quality: jpegQuality })).toBuffer();
    } catch {
      return null;
    }
  });
