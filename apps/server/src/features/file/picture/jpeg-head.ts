/** What a picture says of itself. */
export interface PictureHead {
  readonly width: number;
  readonly height: number;
  /** Of a colour. */
  readonly bits: number;
  readonly isCmyk: boolean;
  readonly isInterlaced: boolean;
  /** Whether it is encoded as every program does. */
  readonly isUsual: boolean;
  readonly scans: number;
}

// Marks of ITU-T T.81, table B.1.
const mark = {
  restart0: 0xd0,
  restart7: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  huffman: 0xc4,
  arithmetic: 0xcc,
} as const;
const firstFrame = 0xc0;
const lastFrame = 0xcf;
/** The extension of JPEG that is no frame, though its mark stands among theirs. */
const reserved = 0xc8;

const isFrame = (code: number): boolean =>
  code >= firstFrame && code <= lastFrame && code !== mark.huffman && code !== reserved && code !== mark.arithmetic;

/** Marks without a length: what is escaped in a scan, fill bytes, restarts, the start of the picture. */
const standsAlone = (code: number): boolean =>
  code <= 0x01 || code === 0xff || code === mark.start || (code >= mark.restart0 && code <= mark.restart7);

/** The next byte that may begin a mark. A plain loop, because a file may be nothing but escaped ones. */
const nextMark = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0xff) at += 1;
  return at;
};

/**
 * What a JPEG says of itself, from its marks alone: nothing is decoded. Scans are counted to its end, or until there are more than `most`: each has
 * the decoder go through every block again, however small it is. Null for bytes that are no JPEG.
 *
 * @source security 4.8
 */
export const readJpegHead = (bytes: Buffer, most: number): PictureHead | null => {
  let frame: Omit<PictureHead, 'scans'> | null = null;
  let scans = 0;
  for (let at = nextMark(bytes, 0); at + 3 < bytes.length; ) {
    const code = bytes.readUInt8(at + 1);
    if (code === mark.end) break;
    if (standsAlone(code)) {
      at = nextMark(bytes, at + (code === 0xff ? 1 : 2));
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(code)) {
      if (frame !== null || length < 8 || at + 9 >= bytes.length) return null;
      frame = {
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
        bits: bytes.readUInt8(at + 4),
        isCmyk: bytes.readUInt8(at + 9) > 3,
        isInterlaced: false,
        // Baseline, extended and progressive, as every program writes them.
        isUsual: code <= 0xc2,
      };
    }
    if (code === mark.scan) scans += 1;
    if (scans > most) break;
    at = nextMark(bytes, at + 2 + length);
  }
  return frame === null || scans === 0 ? null : { ...frame, scans };
};
