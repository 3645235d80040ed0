import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioCodeAlphabet, imageCodeAlphabet } from './image-code.ts';
import { imageCodeGlyphs } from './image-code-glyphs.ts';
import { drawImageCode } from './image-code-picture.ts';
import { soundRate, speakImageCode } from './image-code-sound.ts';
import { seededRandom } from './seeded-random.ts';

const seeds = fc.nat({ max: 1_000_000 });

describe('R5.3 the picture of a code', () => {
  it('R5.3 every character of every alphabet, and whatever a test may ask for, has a glyph', () => {
    for (const char of `${imageCodeAlphabet}${audioCodeAlphabet}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`) {
      expect(imageCodeGlyphs[char]?.length, char).toBeGreaterThan(0);
    }
  });

  it('R5.3 a picture holds a background and strokes in several colours, every pixel in its palette', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { width, height, palette, pixels } = drawImageCode('AC34', seededRandom(seed));
        expect(palette).toHaveLength(16);
        expect(palette.flat().every((part) => Number.isInteger(part) && part >= 0 && part <= 255)).toBe(true);
        expect(pixels).toHaveLength(width * height);
        expect(Math.max(...pixels)).toBeLessThan(16);
        const drawn = pixels.filter((colour) => colour > 0).length / pixels.length;
        expect(drawn).toBeGreaterThan(0.12);
        expect(drawn).toBeLessThan(0.6);
      }),
    );
  });

  it('R5.3 the characters are drawn: a code covers more than none', () => {
    const inked = (code: string) => drawImageCode(code, seededRandom(7)).pixels.filter((colour) => colour > 0).length;
    expect(inked('AC34')).toBeGreaterThan(inked('    ') * 1.3);
  });

  it('R5.3 the same code never looks the same twice', () => {
    const pictures = new Set(
      Array.from({ length: 50 }, (_, seed) => drawImageCode('AC34', seededRandom(seed * 7919)).pixels.join()),
    );
    expect(pictures.size).toBe(50);
  });
});

describe('R5.3 the sound of a code', () => {
  const clips = [1, 2, 3, 4].map((pitch) =>
    Uint8Array.from({ length: 3000 }, (_, at) => 128 + Math.round(100 * Math.sin((at * pitch) / 20))),
  );

  it('R5.3 is a WAV file of seconds, long enough for every character, and differs each time', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const file = speakImageCode(clips, seededRandom(seed));
        const view = new DataView(file.buffer);
        expect(String.fromCharCode(...file.slice(0, 4), ...file.slice(8, 12))).toBe('RIFFWAVE');
        expect(view.getUint32(24, true)).toBe(soundRate);
        expect(view.getUint32(40, true)).toBe(file.length - 44);
        expect(file.length).toBeGreaterThan(4 * 2800 + 1.8 * soundRate);
        expect(file.length).toBeLessThan(10 * soundRate);
      }),
      { numRuns: 20 },
    );
    expect(speakImageCode(clips, seededRandom(1))).not.toEqual(speakImageCode(clips, seededRandom(2)));
  });
});
