/** Limits of a company's logo, which appears beside its name on every page. @source R10.7 */
export const logoEdgePixels = 2048;

/** Bytes at the start of a picture that contain its dimensions; stored pictures are re-encoded, so the header comes first. @unit bytes */
export const pictureHeadBytes = 4096;

/** @unit pixels */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

/** Finds the frame header of a JPEG behind other segments, each of which states its length. */
const jpegSize = (head: Uint8Array): PictureSize | undefined => {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + u16(head, at + 2)) {
    const marker = head[at + 1] ?? 0;
    // Of the markers C0 to CF, three are tables and not frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: u16(head, at + 5), width: u16(head, at + 7) };
  }
  return undefined;
};

/** The dimensions of a PNG or JPEG from its first bytes; undefined for other formats. */
export const pictureSize = (head: Uint8Array): PictureSize | undefined => {
  if (head[0] === 0x89 && head[1] === 0x50 && head.length >= 24) {
    return {
      width: u16(head, 16) * 65_536 + u16(head, 18),
      height: u16(head, 20) * 65_536 + u16(head, 22),
    };
  }
  return head[0] === 0xff && head[1] === 0xd8 ? jpegSize(head) : undefined;
};

/** Why a stored file cannot be a logo. */
export const logoFault = (
  file: { readonly mime: string; readonly status: string; readonly isRestricted: boolean } | undefined,
  size: PictureSize | undefined,
): string | undefined => {
  if (file?.mime.startsWith('image/') !== true) return '图片不存在或已删除';
  if (file.status !== 'ready') return '图片还在安全检查中，请稍后再试';
  if (file.isRestricted) return '这张图片是证件资料，请另选一张';
  if (size === undefined) return '图片不存在或已删除';
  return size.width > logoEdgePixels || size.height > logoEdgePixels
    ? `企业标志的宽和高不能超过 ${logoEdgePixels} 像素`
    : undefined;
};
