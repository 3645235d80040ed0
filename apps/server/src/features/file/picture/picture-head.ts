import { type PictureHead, readJpegHead } from './jpeg-head.ts';

/** The kinds of pictures whose heads are read. */
export type PictureKind = 'png' | 'jpeg' | 'webp';

/** Why a picture is not decoded. */
export type PictureFault =
  | { readonly fault: 'broken' | 'unusual' | 'scans' | 'tooSlow' }
  | { readonly fault: 'pixels' | 'costlyPixels'; readonly width: number; readonly height: number };

/**
 * The largest picture: 16 megapixels as cameras count them, 4624 × 3472. Of those that a decoder must keep whole or at twice the size, 12 megapixels.
 *
 * @source security 4.8, decision 0092
 */
export const mostPixels = 16_054_528;
const mostCostlyPixels = 12_000_000;
/** Of a JPEG: programs write up to ten, for four colours up to 18, and those that search for the smallest file some 16. */
export const mostScans = 20;

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const plain = { bits: 8, isCmyk: false, isInterlaced: false, isUsual: true, scans: 1 } as const;

const readPngHead = (bytes: Buffer): PictureHead | null => {
  if (bytes.length < 29 || !bytes.subarray(0, 8).equals(pngSignature)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { ...plain, width, height, bits: bytes.readUInt8(24), isInterlaced: bytes.readUInt8(28) !== 0 };
};

/** The three forms of WebP: lossy, lossless, and the extended one with a canvas. */
const readWebpHead = (bytes: Buffer): PictureHead | null => {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { ...plain, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return { ...plain, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { ...plain, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
};

const readHead = (bytes: Buffer, kind: PictureKind): PictureHead | null => {
  switch (kind) {
    case 'png':
      return readPngHead(bytes);
    case 'jpeg':
      return readJpegHead(bytes, mostScans);
    case 'webp':
      return readWebpHead(bytes);
  }
};

/** Why a picture must not be decoded, by its head; null when it may. @source security 4.8 */
export const faultOfHead = (bytes: Buffer, kind: PictureKind): PictureFault | null => {
  const head = readHead(bytes, kind);
  if (head === null || head.width === 0 || head.height === 0) return { fault: 'broken' };
  const { width, height } = head;
  if (!head.isUsual) return { fault: 'unusual' };
  if (head.scans > mostScans) return { fault: 'scans' };
  const pixels = width * height;
  if (pixels > mostPixels) return { fault: 'pixels', width, height };
  const isCostly = head.isCmyk || head.isInterlaced || head.bits > 8;
  return isCostly && pixels > mostCostlyPixels ? { fault: 'costlyPixels', width, height } : null;
};

const advice = '请缩小，或另存为普通的 JPEG 或 PNG 再上传';

/** The same in words, for who uploads it. */
export const pictureSentence = (why: PictureFault): string => {
  switch (why.fault) {
    case 'broken':
      return '图片已损坏，请重新拍摄或导出后上传';
    case 'unusual':
      return '这种编码的 JPEG 不能收，请另存为普通的 JPEG 再上传';
    case 'scans':
      return `渐进式 JPEG 的扫描次数最多 ${mostScans} 次，请另存为普通的 JPEG 再上传`;
    case 'tooSlow':
      return `图片处理超过 5 秒，${advice}`;
    case 'pixels':
      return `图片尺寸过大：${why.width}×${why.height}，最多 1600 万像素，请缩小后再上传`;
    case 'costlyPixels':
      return `图片尺寸过大：${why.width}×${why.height}，CMYK、16 位或隔行的图片最多 1200 万像素，${advice}`;
  }
};
