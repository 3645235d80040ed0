import { open } from 'node:fs/promises';
import { type FileKind, headBytes, kindOfBytes, kindOfName, tailBytes } from '@ronghui/domain/file-kind';
import { wrongField } from '#kernel/calls/wrong-field';
import { type EncodingFault, encodingOf, type TextEncoding } from '#kernel/files/reading/text-encoding';
import { redraw } from './picture.ts';
import { type FileUse, isSafeWorkbook } from './workbook.ts';

/** The detected kind of a file. `redrawn`, where present, replaces its bytes; a text has its encoding. */
export type Examined =
  | {
      readonly ok: true;
      readonly kind: FileKind;
      readonly redrawn: Buffer | null;
      readonly encoding?: TextEncoding;
    }
  | { readonly ok: false; readonly reason: 'invalid'; readonly data: ReturnType<typeof wrongField> };

const refused = (message: string): Examined => ({ ok: false, reason: 'invalid', data: wrongField('file', message) });

const encodingFaults: Readonly<Record<EncodingFault, string>> = {
  noText: 'CSV 应为 UTF-8 或 GB18030 编码的文本',
  mixed: '文件里混有两种编码的文字，请用一种编码（UTF-8）重新保存后再上传',
};

const endsOf = async (path: string): Promise<{ readonly head: Buffer; readonly tail: Buffer }> => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const part = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    return { head: await part(0, headBytes), tail: await part(Math.max(0, size - tailBytes), tailBytes) };
  } finally {
    await handle.close();
  }
};

/**
 * Examines a file: its extension, its first bytes and its complete content must agree. Pictures are rendered again.
 *
 * @source R5.7, security 4.8
 */
export const examine = async (path: string, name: string, use: FileUse = 'attached'): Promise<Examined> => {
  const { head, tail } = await endsOf(path);
  const kind = kindOfBytes(head, tail);
  if (kind === undefined) return refused('无法识别此文件：请上传 PDF、PNG、JPEG、XLSX 或 CSV');
  if (kind !== kindOfName(name)) return refused('文件内容与后缀不一致，请用原来的格式重新上传');
  switch (kind) {
    case 'png':
    case 'jpeg': {
      const redrawn = await redraw(path, kind);
      return redrawn === null ? refused('图片已损坏或尺寸过大，请重新拍摄或导出后上传') : { ok: true, kind, redrawn };
    }
    case 'xlsx':
      return (await isSafeWorkbook(path, use))
        ? { ok: true, kind, redrawn: null }
        : refused('工作簿已损坏，或含有宏、链接等内容，请去掉后另存为普通的 XLSX 再上传');
    case 'csv': {
      const encoding = await encodingOf(path);
      return encoding === 'utf-8' || encoding === 'gb18030'
        ? { ok: true, kind, redrawn: null, encoding }
        : refused(encodingFaults[encoding]);
    }
    case 'pdf':
      return { ok: true, kind, redrawn: null };
  }
};
