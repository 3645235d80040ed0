import { readFile } from 'node:fs/promises';
import { picturePool } from './inspection-pools.ts';

/** Limits of a picture. @source security 4.8 */
const mostPixels = 40_000_000;
const jpegQuality = 90;

/**
 * Renders a picture again: upright, in sRGB, without metadata such as place and device. Null for one that
 * cannot be rendered, has another format than detected, or is too large.
 *
 * @source R5.7
 */
export const redraw = (path: string, kind: 'png' | 'jpeg'): Promise<Buffer | null> =>
  picturePool.work(async () => {
    // Read here, so that a fault of the store is not taken for a broken picture.
    const bytes = await readFile(path);
    // Loaded with the first picture: it would take more of the server's start than everything else together.
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
