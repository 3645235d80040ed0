import { describe, expect, it } from 'vitest';
import { logoFault, pictureSize } from './logo.ts';

const png = (width: number, height: number): Uint8Array => {
  const head = new Uint8Array(64);
  head.set([0x89, 0x50, 0x4e, 0x47]);
  new DataView(head.buffer).setUint32(16, width);
  new DataView(head.buffer).setUint32(20, height);
  return head;
};
// A 60-byte table segment before the frame header.
const jpeg = Uint8Array.from([
  0xff,
  0xd8,
  0xff,
  0xc4,
  0,
  62,
  ...Array.from({ length: 60 }, () => 0xff),
  0xff,
  0xc2,
  0,
  17,
  8,
  0x02,
  0x00,
  0x04,
  0x01,
  3,
  0,
  0,
]);
const file = { mime: 'image/png', status: 'ready', isRestricted: false };

describe('R10.7 a logo', () => {
  it('R10.7 is measured by its first bytes', () => {
    expect(pictureSize(png(70_000, 20))).toEqual({ width: 70_000, height: 20 });
    expect(pictureSize(jpeg)).toEqual({ width: 1025, height: 512 });
    for (const none of [jpeg.subarray(0, 40), Uint8Array.from([0xff, 0xd8]), new Uint8Array(64), new Uint8Array()])
      expect(pictureSize(none)).toBeUndefined();
  });

  it.each([
    [undefined, png(1, 1), '图片不存在或已删除'],
    [{ ...file, mime: 'application/pdf' }, png(1, 1), '图片不存在或已删除'],
    [{ ...file, status: 'scanning' }, png(1, 1), '图片还在安全检查中，请稍后再试'],
    [{ ...file, isRestricted: true }, png(1, 1), '这张图片是证件资料，请另选一张'],
    [file, png(2049, 1), '企业标志的宽和高不能超过 2048 像素'],
    [file, png(1, 2049), '企业标志的宽和高不能超过 2048 像素'],
    [file, png(2048, 2048), undefined],
  ])('R10.7 %j is judged', (stored, head, fault) => {
    expect(logoFault(stored, pictureSize(head))).toBe(fault);
  });
});
