import { open } from 'node:fs/promises';
import { type FileKind, headBytes, kindOfBytes, kindOfName, tailBytes } from '@ronghui/domain/file-kind';
import { wrongField } from '#kernel/calls/wrong-field';
import type { WorkbookFault } from '#kernel/files/reading/package/workbook-kinds';
import { type EncodingFault, encodingOf, type TextEncoding } from '#kernel/files/reading/text-encoding';
import { pictureSentence } from './picture/picture-head.ts';
import { redraw } from './picture/redraw.ts';
import { unreadableSentence } from './unreadable-file.ts';
import { faultOfWorkbook } from './workbook.ts';

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
  noText: 'CSV 应为 UTF-8、GB18030 或 UTF-16 编码的文本',
  mixed: '文件里混有两种编码的文字，请用一种编码（UTF-8）重新保存后再上传',
};

const workbookFaults: Readonly<Record<WorkbookFault, string>> = {
  broken: '工作簿已损坏，或不是 XLSX 工作簿，请用 Excel 或 WPS 打开，另存为普通的 XLSX 再上传',
  macros: '工作簿含有宏或宏表，请另存为不含宏的 XLSX 再上传',
  objects: '工作簿里嵌有其他文件或控件，请删去后另存为普通的 XLSX 再上传',
  links: '工作簿链接到其他文件，请断开链接后另存为普通的 XLSX 再上传',
  connections: '工作簿含有外部数据连接或数据模型，请只保留数据，另存为普通的 XLSX 再上传',
  foreign: '工作簿里有不能收的内容（如宏、外部链接、嵌入的文件），请只保留数据，另存为普通的 XLSX 再上传',
  markup: '工作簿的内部文件不合规范（含 DTD，或用了别的编码），请用 Excel 或 WPS 打开，另存为普通的 XLSX 再上传',
  tooLarge: '工作簿解开后过大，请只保留数据，或另存为 CSV 再上传',
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

/** What a file is examined for: it is attached to something, its pictures in the turn of its owner (a tenant, a member of staff), or its rows are read. */
export type Examination = { readonly use: 'attached'; readonly owner: string } | { readonly use: 'table' };

/**
 * Examines a file: its extension, its first bytes and its complete content must agree. Pictures are rendered again.
 *
 * @source R5.7, security 4.8
 */
export const examine = async (path: string, name: string, examination: Examination): Promise<Examined> => {
  const { head, tail } = await endsOf(path);
  const kind = kindOfBytes(head, tail);
  if (kind === undefined) return refused(await unreadableSentence(path, head));
  const named = kindOfName(name);
  if (kind === 'csv' && named === 'xlsx') {
    return refused('文件内容与后缀不一致：它是文本，不是工作簿，请把后缀改为 .csv 再上传');
  }
  if (kind !== named) return refused('文件内容与后缀不一致，请用原来的格式重新上传');
  switch (kind) {
    case 'png':
    case 'jpeg': {
      if (examination.use === 'table') return refused('图片不是表格，请上传 CSV 或 XLSX 文件');
      const redrawn = await redraw(path, kind, examination.owner);
      return 'fault' in redrawn ? refused(pictureSentence(redrawn)) : { ok: true, kind, redrawn };
    }
    case 'xlsx': {
      const fault = await faultOfWorkbook(path, examination.use);
      return fault === null ? { ok: true, kind, redrawn: null } : refused(workbookFaults[fault]);
    }
    case 'csv': {
      const encoding = await encodingOf(path);
      return encoding === 'noText' || encoding === 'mixed'
        ? refused(encodingFaults[encoding])
        : { ok: true, kind, redrawn: null, encoding };
    }
    case 'pdf':
      return { ok: true, kind, redrawn: null };
  }
};
