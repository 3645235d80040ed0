/**
 * QR codes: texts as UTF-8 bytes at error correction level M, versions 1 to 20.
 *
 * @source ISO/IEC 18004
 */

/** For level M by version: error-correction bytes of a block, and the number of blocks. */
const checkBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const levelM = 0;

/** The modules that are set: dark or light, and whether they belong to a function pattern, which no mask changes. */
interface Symbol {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
}

const alignmentCount = (version: number): number => (version === 1 ? 0 : Math.floor(version / 7) + 2);

/** The number of bytes in a version, data and error correction together. */
const byteCount = (version: number): number => {
  const count = alignmentCount(version);
  const patterns = version === 1 ? 0 : (25 * count - 10) * count - 55;
  const versionBits = version >= 7 ? 36 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - versionBits) / 8);
};

const at = (list: readonly number[], place: number): number => list[place] ?? 0;
const dataCount = (version: number): number =>
  byteCount(version) - at(checkBytes, version - 1) * at(blockCounts, version - 1);

const times = (one: number, other: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
};

/** The error-correction bytes of a block (Reed–Solomon over GF(256)). */
const checkOf = (data: readonly number[], length: number): number[] => {
  let divisor = [...Array.from({ length: length - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < length; step += 1) {
    const former = divisor;
    divisor = former.map((each, place) => times(each, root) ^ at(former, place + 1));
    root = times(root, 2);
  }
  let rest = Array.from({ length }, () => 0);
  for (const byte of data) {
    const factor = byte ^ at(rest, 0);
    rest = [...rest.slice(1), 0].map((each, place) => each ^ times(at(divisor, place), factor));
  }
  return rest;
};

/** Interleaves the blocks of data and error correction, so that damage in one area affects each block little. */
const woven = (data: readonly number[], version: number): number[] => {
  const [length, count] = [at(checkBytes, version - 1), at(blockCounts, version - 1)];
  const short = count - (byteCount(version) % count);
  const shortLength = Math.floor(byteCount(version) / count) - length;
  let from = 0;
  const blocks = Array.from({ length: count }, (_, place) => {
    const block = data.slice(from, from + shortLength + (place < short ? 0 : 1));
    from += block.length;
    return { block, check: checkOf(block, length) };
  });
  const pick = (lists: readonly (readonly number[])[], reach: number) =>
    Array.from({ length: reach }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
  return [
    ...pick(
      blocks.map(({ block }) => block),
      shortLength + 1,
    ),
    ...pick(
      blocks.map(({ check }) => check),
      length,
    ),
  ];
};

/** The bytes of a text: mode, length, data, terminator and padding. */
const dataOf = (bytes: readonly number[], version: number): number[] => {
  const lengthBits = version < 10 ? 8 : 16;
  const capacity = dataCount(version) * 8;
  let bits = `0100${bytes.length.toString(2).padStart(lengthBits, '0')}`;
  bits += bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  bits += '0'.repeat(Math.min(4, capacity - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const filled = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0xec; filled.length < dataCount(version); pad ^= 0xec ^ 0x11) filled.push(pad);
  return filled;
};

const put = ({ dark, fixed }: Symbol, x: number, y: number, isDark: boolean): void => {
  const [row, marks] = [dark[y], fixed[y]];
  if (row === undefined || marks === undefined || x < 0 || x >= row.length) return;
  row[x] = isDark;
  marks[x] = true;
};

/** Draws concentric square rings; `rings` says, from the centre outwards, which are dark. */
const putRings = (symbol: Symbol, [x, y]: readonly [number, number], rings: readonly boolean[]): void => {
  const reach = rings.length - 1;
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      put(symbol, x + right, y + down, rings[Math.max(Math.abs(down), Math.abs(right))] === true);
    }
  }
};

const alignmentPlaces = (version: number, size: number): number[] => {
  const count = alignmentCount(version);
  if (count === 0) return [];
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => size - 7 - step * (count - 2 - place))];
};

const remainder = (value: number, length: number, divisor: number): number => {
  let rest = value;
  for (let step = 0; step < length; step += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
  return rest;
};

const putFormat = (symbol: Symbol, mask: number): void => {
  const { size } = symbol;
  const data = (levelM << 3) | mask;
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  const isDark = (place: number) => ((bits >>> place) & 1) === 1;
  for (let place = 0; place < 15; place += 1) {
    const beside = place < 6 ? place : place < 8 ? place + 1 : 15 - place - (place === 8 ? 0 : 1);
    if (place < 8) put(symbol, 8, beside, isDark(place));
    else put(symbol, beside, 8, isDark(place));
    if (place < 8) put(symbol, size - 1 - place, 8, isDark(place));
    else put(symbol, 8, size - 15 + place, isDark(place));
  }
  put(symbol, 8, size - 8, true);
};

const putVersion = (symbol: Symbol, version: number): void => {
  if (version < 7) return;
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let place = 0; place < 18; place += 1) {
    const isDark = ((bits >>> place) & 1) === 1;
    const [far, near] = [symbol.size - 11 + (place % 3), Math.floor(place / 3)];
    put(symbol, far, near, isDark);
    put(symbol, near, far, isDark);
  }
};

const emptySymbol = (version: number): Symbol => {
  const size = version * 4 + 17;
  const rows = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const symbol = { size, dark: rows(), fixed: rows() };
  for (let place = 0; place < size; place += 1) {
    put(symbol, 6, place, place % 2 === 0);
    put(symbol, place, 6, place % 2 === 0);
  }
  const finder = [true, true, false, true, false];
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;
  for (const corner of corners) putRings(symbol, corner, finder);
  const places = alignmentPlaces(version, size);
  for (const x of places) {
    for (const y of places) {
      const isCorner = (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);
      if (!isCorner) putRings(symbol, [x, y], [true, false, true]);
    }
  }
  putFormat(symbol, 0);
  putVersion(symbol, version);
  return symbol;
};

/** Places the bits in two-module columns, up and down from the lower right corner. */
const layBits = ({ size, dark, fixed }: Symbol, bytes: readonly number[]): void => {
  let place = 0;
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const column = right === 7 ? 6 : right;
    for (let step = 0; step < size * 2; step += 1) {
      const x = (column === 6 ? 5 : column) - (step % 2);
      const isUp = ((right + 1) & 2) === 0;
      const down = Math.floor(step / 2);
      const y = isUp ? size - 1 - down : down;
      const row = dark[y];
      if (row === undefined || fixed[y]?.[x] === true) continue;
      row[x] = ((at(bytes, place >>> 3) >>> (7 - (place & 7))) & 1) === 1;
      place += 1;
    }
  }
};

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const masked = (symbol: Symbol, mask: number): boolean[][] => {
  const isFlipped = masks[mask] ?? (() => false);
  const flipped = symbol.dark.map((row, y) =>
    row.map((isDark, x) => (symbol.fixed[y]?.[x] === true ? isDark : isDark !== isFlipped(x, y))),
  );
  putFormat({ ...symbol, dark: flipped }, mask);
  return flipped;
};

/** The penalty score of a symbol: long runs, 2×2 squares, finder-like patterns, an uneven share of dark modules. */
const penaltyOf = (dark: readonly (readonly boolean[])[]): number => {
  const rows = dark.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (const [y, row] of rows.entries()) {
    for (let x = 1; x < row.length; x += 1) {
      const square = `${row.slice(x - 1, x + 1)}${(rows[y + 1] ?? '').slice(x - 1, x + 1)}`;
      if (square === '0000' || square === '1111') penalty += 3;
    }
  }
  const darkCount = rows.join('').replaceAll('0', '').length;
  const share = Math.abs((darkCount * 20) / rows.length ** 2 - 10);
  return penalty + 10 * Math.max(0, Math.ceil(share) - 1);
};

const utf8Of = (text: string): number[] =>
  [...encodeURIComponent(text).matchAll(/%(..)|./g)].map(([plain, hex]) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16),
  );

/** The modules of a text's QR code by row, true for dark; undefined for a text of more than 666 bytes. */
export const qrCode = (text: string): boolean[][] | undefined => {
  const bytes = utf8Of(text);
  const version = checkBytes.findIndex((_, place) => {
    const header = place + 1 < 10 ? 12 : 20;
    return bytes.length * 8 + header <= dataCount(place + 1) * 8;
  });
  if (version < 0) return undefined;
  const symbol = emptySymbol(version + 1);
  layBits(symbol, woven(dataOf(bytes, version + 1), version + 1));
  const tried = masks.map((_, mask) => masked(symbol, mask));
  return tried.toSorted((one, other) => penaltyOf(one) - penaltyOf(other))[0];
};
