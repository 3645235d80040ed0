import { describe, expect, it } from 'vitest';
import { qrCode } from './qr-code.ts';

/** As an independent reader has read it. */
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

const digestOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(drawn(text).join('\n')));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 16);
};

describe('QR codes', () => {
  it('R10.9 a text is drawn as readers read it', () => {
    expect(drawn('融惠')).toEqual(picture);
  });

  it('R10.9 longer texts take larger symbols, each as a reader has read it', async () => {
    for (const [length, size, digest] of [
      [111, 45, 'cde9d6181bd94efb'],
      [122, 45, 'e3ffa36fc14bfab8'],
      [213, 57, 'e3e251b87b7828c9'],
      [214, 61, 'e4201f29d870cb5a'],
      [400, 77, 'cd114c3953a8b179'],
      [666, 97, '31ae71ab7455ae0f'],
    ] as const) {
      const text = 'otpauth://totp/'.repeat(50).slice(0, length);
      expect([drawn(text).length, await digestOf(text)], String(length)).toEqual([size, digest]);
    }
  });

  it('R10.9 a text that no symbol holds has none', () => {
    expect(qrCode('x'.repeat(667))).toBeUndefined();
  });
});
