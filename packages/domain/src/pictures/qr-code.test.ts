import { describe, expect, it } from 'vitest';
import { qrCode } from './qr-code.ts';

/** The matrix that an independent decoder reads. */
const picture = [
  '#######.#...#.#######',
  '#.....#.#..##.#.....#',
  '#.###.#..#..#.#.###.#',
  '#.###.#.##.##.#.###.#',
  '#.###.#...#...#.###.#',
  '#.....#...#...#.....#',
  '#######.#.#.#.#######',
  '........###..........',
  '#.##.###..#...#..#.##',
  '###.##..##..#..#.#.#.',
  '#..#####..#.#######..',
  '.##.##..#...##....##.',
  '#.#####...##.#..#.#.#',
  '........#.#..#....#..',
  '#######.#.#..##.##..#',
  '#.....#.#.######.#..#',
  '#.###.#...##..#..####',
  '#.###.#.##...#...#.#.',
  '#.###.#.####.#.##....',
  '#.....#..#.##.#####.#',
  '#######.#.###...#....',
];

const drawn = (text: string): string[] =>
  (qrCode(text) ?? []).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

/** A checksum that changes with every module. */
const sumOf = (text: string): number =>
  [...drawn(text).join('')].reduce((sum, module) => (sum * 31 + module.charCodeAt(0)) % 1_000_000_007, 7);

describe('QR codes', () => {
  it('R10.9 a text is drawn as readers read it', () => {
    expect(drawn('融惠')).toEqual(picture);
  });

  it('R10.9 longer texts take larger symbols, each as a reader has read it', () => {
    for (const [length, size, sum] of [
      [111, 45, 541704747],
      [122, 45, 232724317],
      [213, 57, 456353297],
      [214, 61, 502788403],
      [400, 77, 372750794],
      [666, 97, 389528443],
    ] as const) {
      const text = 'otpauth://totp/'.repeat(50).slice(0, length);
      expect([drawn(text).length, sumOf(text)], String(length)).toEqual([size, sum]);
    }
  });

  it('R10.9 a text that no symbol holds has none', () => {
    expect(qrCode('x'.repeat(667))).toBeUndefined();
  });
});
