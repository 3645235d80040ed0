/** Writes bits, the highest first, with the zero byte that JPEG puts behind 0xff. */
const createBits = () => {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      held = (held << 1) | ((value >> bit) & 1);
      count += 1;
      if (count < 8) continue;
      bytes.push(held);
      if (held === 0xff) bytes.push(0);
      [held, count] = [0, 0];
    }
  };
  const end = (): Buffer => {
    while (count > 0) put(1, 1);
    return Buffer.from(bytes);
  };
  return { put, end };
};

const segment = (mark: number, ...bytes: readonly number[]): Buffer =>
  Buffer.from([0xff, mark, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);

/** The longest run of blocks without a value in one code, and the bits that say its size. */
const longestRun = 0x7fff;
const runBits = 4;

/** The values of one coefficient, all of them zero. */
const emptyScan = (blocks: number): Buffer => {
  const bits = createBits();
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, longestRun);
    const size = 31 - Math.clz32(run);
    bits.put(size, runBits);
    bits.put(run - (1 << size), size);
    left -= run;
  }
  return bits.end();
};

interface ScannedPicture {
  readonly width: number;
  readonly height: number;
  readonly scans: number;
  /** The frame's mark: 0xc2, progressive, unless something else is tried. */
  readonly frame?: number;
}

/**
 * A valid grey JPEG of three components in so many scans: after the first one each refines one coefficient by a bit, of which all are zero, in a few
 * bytes. So a small file has every block gone through again and again.
 */
export const scannedPicture = ({ width, height, scans, frame = 0xc2 }: ScannedPicture): Buffer => {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(frame, 8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
    // Of the first scan: one code of one bit, no difference.
    segment(0xc4, 0x00, 1, ...Array.from({ length: 15 }, () => 0), 0),
    // Of the others: fifteen codes of four bits, runs of 1, 2, 4 … 16384 blocks and more.
    segment(
      0xc4,
      0x10,
      0,
      0,
      0,
      15,
      ...Array.from({ length: 12 }, () => 0),
      ...Array.from({ length: 15 }, (_, n) => n << 4),
    ),
    segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil((blocks * 3) / 8)),
  ];
  const empty = emptyScan(blocks);
  const topBit = 9;
  for (let scan = 1; scan < scans; scan += 1) {
    const step = Math.floor((scan - 1) / 3);
    const coefficient = 1 + Math.floor(step / (topBit + 1));
    const bit = topBit - (step % (topBit + 1));
    const bits = bit === topBit ? bit : ((bit + 1) << 4) | bit;
    parts.push(segment(0xda, 1, 1 + ((scan - 1) % 3), 0, coefficient, coefficient, bits), empty);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
};
