import { createReadStream } from 'node:fs';
import { beginningOf } from '@ronghui/domain/file-kind';

const oleMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The stream that holds a workbook which opens with a password (MS-OFFCRYPTO, 1.3.3). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

const has = async (path: string, bytes: Buffer): Promise<boolean> => {
  let before: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path)) {
    const both: Buffer = Buffer.concat([before, piece]);
    if (both.includes(bytes)) return true;
    before = both.subarray(-bytes.length);
  }
  return false;
};

/** The sentence for a file of a kind that is not taken: what it seems to be, and what to do with it. @source R5.7 */
export const unreadableSentence = async (path: string, head: Buffer): Promise<string> => {
  if (head.subarray(0, oleMark.length).equals(oleMark)) {
    return (await has(path, encryptedPackage))
      ? '文件有打开密码，请在 Excel 或 WPS 里取消密码，另存为 XLSX 再上传'
      : '这是旧版 Office 的文件（如 .xls 工作簿），请用 Excel 或 WPS 打开，另存为 XLSX 再上传';
  }
  const beginning = beginningOf(head);
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/i.test(beginning)) {
    return '无法识别此文件：它是 XML 表格，请用 Excel 或 WPS 打开，另存为 XLSX 再上传';
  }
  if (/<(?:!doctype html|html|head|meta|body|table)\b/i.test(beginning)) {
    return '无法识别此文件：它是网页，不是表格文件；如果里面是表格，请用 Excel 或 WPS 打开，另存为 XLSX 再上传';
  }
  return '无法识别此文件：请上传 PDF、PNG、JPEG、XLSX 或 CSV';
};
