import { readFile } from 'node:fs/promises';
import type { PictureFault, PictureKind } from './picture-head.ts';
import { pictureTurns } from './picture-turns.ts';

/**
 * Renders a picture again: upright, in sRGB, without metadata such as place and device; or says why not. Owners take turns.
 *
 * @source R5.7, security 4.8
 */
export const redraw = (path: string, kind: 'png' | 'jpeg', owner: string): Promise<Buffer | PictureFault> =>
  pictureTurns.work(owner, async (place) => {
    // Read here, so that a fault of the store is not taken for a broken picture.
    const result = await place.work({ bytes: await readFile(path), kind, does: 'redraw' });
    if ('fault' in result) return result;
    const { buffer, byteOffset, byteLength } = result.bytes ?? new Uint8Array();
    return Buffer.from(buffer, byteOffset, byteLength);
  });

/** Why a picture cannot be rendered to its last pixel, or is none of its kind; null when it can. */
export const faultOfPicture = (bytes: Buffer, kind: PictureKind, owner: string): Promise<PictureFault | null> =>
  pictureTurns.work(owner, async (place) => {
    const result = await place.work({ bytes, kind, does: 'check' });
    return 'fault' in result ? result : null;
  });
