import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { scannedPicture } from './many-scans.fixture.ts';
import { faultOfHead, mostScans, pictureSentence } from './picture-head.ts';

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#888' } });
/** A head of a PNG alone: nothing behind it is ever looked at. */
const pngHead = (width: number, height: number, { bits = 8, interlace = 0 } = {}): Buffer => {
  const bytes = Buffer.alloc(33);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.set([bits, 2, 0, 0, interlace], 24);
  return bytes;
};
/** A head of a JPEG in four colours, and the beginning of its scan. */
const cmykHead = (width: number, height: number): Buffer => {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const components = [1, 2, 3, 4];
  return Buffer.from(
    [0xff, 0xd8, 0xff, 0xc0, 0, 20, 8]
      .concat(
        size,
        4,
        components.flatMap((id) => [id, 0x11, 0]),
      )
      .concat(
        [0xff, 0xda, 0, 14, 4],
        components.flatMap((id) => [id, 0]),
        [0, 63, 0, 0],
      ),
  );
};

describe('security 4.8 the head of a picture', () => {
  it('security 4.8 pictures as cameras and programs make them are decoded', async () => {
    for (const [bytes, kind] of [
      [pngHead(4624, 3472), 'png'],
      [pngHead(4000, 3000, { bits: 16, interlace: 1 }), 'png'],
      [cmykHead(4000, 3000), 'jpeg'],
      [scannedPicture({ width: 640, height: 480, scans: mostScans }), 'jpeg'],
      [await plain(64, 32).jpeg({ progressive: true }).toBuffer(), 'jpeg'],
      [await plain(64, 32).toColourspace('cmyk').jpeg().toBuffer(), 'jpeg'],
      [await plain(64, 32).webp().toBuffer(), 'webp'],
      [await plain(64, 32).webp({ lossless: true }).toBuffer(), 'webp'],
      [
        await plain(64, 32)
          .withExif({ IFD0: { Make: 'a' } })
          .webp()
          .toBuffer(),
        'webp',
      ],
    ] as const) {
      expect(faultOfHead(bytes, kind), kind).toBeNull();
    }
  });

  it('security 4.8 more than 16 megapixels, and more than 12 of what costs more, are refused with the size', () => {
    const costly = { fault: 'costlyPixels', width: 4001, height: 3000 };
    expect(faultOfHead(pngHead(4624, 3473), 'png')).toEqual({ fault: 'pixels', width: 4624, height: 3473 });
    expect(faultOfHead(pngHead(4001, 3000, { bits: 16 }), 'png')).toEqual(costly);
    expect(faultOfHead(pngHead(4001, 3000, { interlace: 1 }), 'png')).toEqual(costly);
    expect(faultOfHead(cmykHead(4001, 3000), 'jpeg')).toEqual(costly);
    expect(pictureSentence({ fault: 'costlyPixels', width: 4001, height: 3000 })).toBe(
      '图片尺寸过大：4001×3000，CMYK、16 位或隔行的图片最多 1200 万像素，请缩小，或另存为普通的 JPEG 或 PNG 再上传',
    );
  });

  it('security 4.8 a WebP says its size in each of its forms', async () => {
    // Only the first 30 bytes say it: the same picture is not decoded.
    for (const options of [{}, { lossless: true }]) {
      const large = await plain(8000, 3000)
        .webp({ ...options, effort: 0 })
        .toBuffer();
      expect(faultOfHead(large, 'webp')).toEqual({ fault: 'pixels', width: 8000, height: 3000 });
    }
  });

  it('security 4.8 a JPEG of many scans is refused, whatever its frame, and scans of a picture inside are not counted', async () => {
    const many = scannedPicture({ width: 640, height: 480, scans: mostScans + 1 });
    expect(faultOfHead(many, 'jpeg')).toEqual({ fault: 'scans' });
    expect(faultOfHead(scannedPicture({ width: 64, height: 64, scans: 40, frame: 0xc1 }), 'jpeg')).toEqual({
      fault: 'scans',
    });
    const thumbnail = Buffer.concat([
      Buffer.from([0xff, 0xe1, (many.length + 2) >> 8, (many.length + 2) & 0xff]),
      many,
    ]);
    const camera = await plain(64, 32).jpeg().toBuffer();
    expect(many.length).toBeLessThan(65_000);
    const parts = [camera.subarray(0, 2), thumbnail, camera.subarray(2), many];
    expect(faultOfHead(Buffer.concat(parts), 'jpeg')).toBeNull();
  });

  it('security 4.8 what no program writes, and what is no picture, is refused', () => {
    for (const frame of [0xc3, 0xc9, 0xca]) {
      expect(faultOfHead(scannedPicture({ width: 64, height: 64, scans: 1, frame }), 'jpeg')).toEqual({
        fault: 'unusual',
      });
    }
    const whole = scannedPicture({ width: 64, height: 64, scans: 3 });
    for (let length = 0; length < 150; length += 1) {
      expect(faultOfHead(whole.subarray(0, length), 'jpeg')).toEqual({ fault: 'broken' });
    }
    for (const bytes of [pngHead(0, 5), pngHead(5, 5).subarray(0, 28), Buffer.alloc(100)]) {
      expect(faultOfHead(bytes, 'png')).toEqual({ fault: 'broken' });
      expect(faultOfHead(bytes, 'webp')).toEqual({ fault: 'broken' });
    }
  });

  it('security 4.8 the head of 20 MB that say nothing is read in a moment', () => {
    const bytes = Buffer.alloc(20_000_000, Buffer.from([0xff, 0]));
    scannedPicture({ width: 64, height: 64, scans: 1 }).copy(bytes);
    bytes.fill(Buffer.from([0xff, 0]), scannedPicture({ width: 64, height: 64, scans: 1 }).length - 2);
    const began = process.cpuUsage();
    expect(faultOfHead(bytes, 'jpeg')).toBeNull();
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
});
