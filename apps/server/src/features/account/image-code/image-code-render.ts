import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { drawImageCode, type PalettePicture } from '@ronghui/domain/pictures/image-code-picture';
import { speakImageCode } from '@ronghui/domain/pictures/image-code-sound';
import { seededRandom } from '@ronghui/domain/pictures/seeded-random';
import { createAdmission } from '#kernel/calls/admission/admission';

const clipsDir = join(import.meta.dirname, '../../../../assets/spoken');
const clips = new Map<string, Promise<Buffer>>();

const clipOf = (char: string): Promise<Buffer> => {
  let clip = clips.get(char);
  if (clip === undefined) {
    clip = readFile(join(clipsDir, `${char}.u8`));
    clips.set(char, clip);
  }
  return clip;
};

/** Renders one code at a time behind a short queue, so that a load of image codes does not slow other calls. */
const bench = createAdmission({ inFlight: 1, queue: 40 });

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const pngChunk = (type: string, bytes: Buffer): Buffer => {
  const chunk = Buffer.alloc(bytes.length + 12);
  chunk.writeUInt32BE(bytes.length, 0);
  chunk.write(type, 4, 'latin1');
  bytes.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), bytes.length + 8);
  return chunk;
};

/** A PNG of four bits a pixel, its rows unfiltered. */
const pngOf = ({ width, height, palette, pixels }: PalettePicture): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([4, 3], 8);
  const row = width / 2 + 1;
  const rows = Buffer.alloc(row * height);
  for (let at = 0; at < pixels.length; at += 2) {
    const y = Math.floor(at / width);
    rows[y * row + 1 + (at - y * width) / 2] = ((pixels[at] ?? 0) << 4) | (pixels[at + 1] ?? 0);
  }
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    pngChunk('PLTE', Buffer.from(palette.flat())),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const speak = async (code: string, seed: number): Promise<Uint8Array> => {
  const chars = [...code.toUpperCase()].filter((char) => /[A-Z0-9]/.test(char));
  return speakImageCode(await Promise.all(chars.map(clipOf)), seededRandom(seed));
};

/** A code as a data URL: a PNG of about 3 kB, or a WAV of about 45 kB. 503 when the queue is full. @source R5.3 */
export const renderImageCode = (kind: 'image' | 'audio', code: string, seed: number): Promise<string> =>
  bench.work(async () => {
    const [mime, bytes] =
      kind === 'audio'
        ? ['audio/wav', await speak(code, seed)]
        : ['image/png', pngOf(drawImageCode(code, seededRandom(seed)))];
    return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
  });
