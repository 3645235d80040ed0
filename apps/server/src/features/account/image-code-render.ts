import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawImageCode } from '@ronghui/domain/pictures/image-code-picture';
import { speakImageCode } from '@ronghui/domain/pictures/image-code-sound';
import { seededRandom } from '@ronghui/domain/pictures/seeded-random';
import sharp from 'sharp';
import { createAdmission } from '#kernel/calls/admission/admission';

const clipsDir = join(import.meta.dirname, '../../../assets/spoken');
const clips = new Map<string, Promise<Buffer>>();

const clipOf = (char: string): Promise<Buffer> => {
  let clip = clips.get(char);
  if (clip === undefined) {
    clip = readFile(join(clipsDir, `${char}.u8`));
    clips.set(char, clip);
  }
  return clip;
};

/** Renders one code at a time, off the event loop, behind a short queue, so that a load of image codes does not slow other calls. */
const bench = createAdmission({ inFlight: 1, queue: 40 });

const draw = async (code: string, seed: number): Promise<Buffer> =>
  sharp(Buffer.from(drawImageCode(code, seededRandom(seed))))
    .png({ palette: true, colours: 16, effort: 1 })
    .toBuffer();

const speak = async (code: string, seed: number): Promise<Uint8Array> => {
  const chars = [...code.toUpperCase()].filter((char) => /[A-Z0-9]/.test(char));
  return speakImageCode(await Promise.all(chars.map(clipOf)), seededRandom(seed));
};

/** A code as a data URL: a PNG of about 3 kB, or a WAV of about 45 kB. 503 when the queue is full. @source R5.3 */
export const renderImageCode = (kind: 'image' | 'audio', code: string, seed: number): Promise<string> =>
  bench.work(async () => {
    const [mime, bytes] =
      kind === 'audio' ? ['audio/wav', await speak(code, seed)] : ['image/png', await draw(code, seed)];
    return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
  });
