import { readFile } from 'node:fs/promises';
import { picturePool } from './inspection-pools.ts';

/** Bounds of a picture. @source security 4.8 */
const mostPixels = 40_000_000;
const jpegQuality = 90;

/**
 * A picture drawn anew: upright, in sRGB, without the places, devices and whatever else was written beside its pixels. Null for one that
 * cannot be drawn, is another kind than it seemed, or is too large.
 *
 * @source R5.7
 */
export const redraw = (path: string, kind: 'png' | 'jpeg'): Promise<Buffer | null> =>
  picturePool.work(async () => {
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
