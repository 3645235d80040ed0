/**
 * The accepted kinds of file, recognised by their bytes; the name's extension must agree (R5.7, security 4.8). SVG,
 * HTML and files with macros are not accepted.
 */

/** A kind of file with its media type and its extensions, the usual one first. */
interface FileKindRow {
  readonly mime: string;
  readonly endings: readonly string[];
}

/** Every accepted kind. @source R5.7 */
export const fileKinds = {
  pdf: { mime: 'application/pdf', endings: ['pdf'] },
  png: { mime: 'image/png', endings: ['png'] },
  jpeg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  csv: { mime: 'text/csv', endings: ['csv', 'txt'] },
} as const satisfies Record<string, FileKindRow>;
export type FileKind = keyof typeof fileKinds;

// The type of Object.entries loses the literal keys.
const rows = Object.entries(fileKinds) as [FileKind, FileKindRow][];

const endingOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind of a name's extension. */
export const kindOfName = (name: string): FileKind | undefined =>
  rows.find(([, { endings }]) => endings.includes(endingOf(name)))?.[0];

/** The kind of a media type. */
export const kindOfMime = (mime: string): FileKind | undefined => rows.find(([, row]) => row.mime === mime)?.[0];

/** Maximum file size by default; the operator can change it. @source R5.7 */
export const uploadMegabytes = 20;
/** The same for a table of lines or a ledger. @source R5.7 */
export const ledgerMegabytes = 200;

/** Bytes at the start and at the end that identify a kind. @unit bytes */
export const headBytes = 1024;
export const tailBytes = 2048;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, place) => bytes[place] === byte);

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The order of the bytes of a text in UTF-16. */
export type Utf16 = 'utf-16le' | 'utf-16be';

/** So many signs of ASCII, each before a NUL, are no accident. */
const surelyAscii = 8;

/** Whether bytes without a mark are UTF-16: many signs of ASCII before a NUL, and no sign that no text has. */
const isUnmarkedUtf16 = (head: Uint8Array): boolean => {
  let ascii = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [low = 0, high = 0] = [head[at], head[at + 1]];
    if (high !== 0) continue;
    if (low < 0x20 && low !== 0x09 && low !== 0x0a && low !== 0x0d) return false;
    ascii += 1;
  }
  return ascii >= surelyAscii && ascii * 8 >= head.length / 2;
};

/** The order of the bytes, where a text begins with the mark of UTF-16 or is in it without doubt. @unit head: the first `headBytes` */
export const utf16Of = (head: Uint8Array): Utf16 | undefined => {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  return isUnmarkedUtf16(head) ? 'utf-16le' : undefined;
};

/** Text in UTF-16 as Latin letters; other signs are as good as any. */
const latinOfUtf16 = (head: Uint8Array, order: Utf16): string => {
  let text = '';
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [first = 0, second = 0] = [head[at], head[at + 1]];
    text += String.fromCharCode(order === 'utf-16le' ? first + second * 256 : first * 256 + second);
  }
  return text.startsWith('\ufeff') ? text.slice(1) : text;
};

/** What the beginning of a file says, as Latin letters, whatever its encoding. */
export const beginningOf = (head: Uint8Array): string => {
  const order = utf16Of(head);
  return order === undefined ? latin(head).replace(/^\xef\xbb\xbf/, '') : latinOfUtf16(head, order);
};

/** Beginnings of text that a program would read as a page, picture or script; no table begins like this. */
const isMarkup = (head: Uint8Array): boolean => /^\s*(?:<|#!|%PDF|%!PS|MZ|\{\\rtf)/.test(beginningOf(head));

/**
 * The kind of a file from its first and last bytes. A CSV has no signature: it is any text, without NUL or in
 * UTF-16, that begins like none of the above; the caller checks the rest of the bytes.
 *
 * @unit head: the first `headBytes`, tail: the last `tailBytes`
 * @source R5.7
 */
export const kindOfBytes = (head: Uint8Array, tail: Uint8Array): FileKind | undefined => {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (/^%PDF-[12]\.\d/.test(latin(head))) return latin(tail).includes('%%EOF') ? 'pdf' : undefined;
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  const isText = head.length > 0 && (!head.includes(0) || utf16Of(head) !== undefined);
  return isText && !isMarkup(head) ? 'csv' : undefined;
};

/** What to do with a file that many take for a table, by its ending. */
const tableAdvice: Readonly<Record<string, string>> = {
  xls: '这是旧版 Excel 的格式（.xls）或系统导出的网页，请用 Excel 或 WPS 打开，另存为 XLSX 再上传',
  xlt: '这是旧版 Excel 的格式，请用 Excel 或 WPS 打开，另存为 XLSX 再上传',
  et: '这是 WPS 的格式（.et），请用 WPS 打开，另存为 XLSX 再上传',
  xlsm: '这是可以带宏的工作簿（.xlsm），请另存为不含宏的 XLSX 再上传',
  xltm: '这是可以带宏的模板，请另存为不含宏的 XLSX 再上传',
  xlsb: '这是二进制工作簿（.xlsb），请另存为 XLSX 再上传',
  ods: '请把表格另存为 XLSX 再上传',
  zip: '这是压缩包，请先解压，再上传里面的 CSV 或 XLSX',
  rar: '这是压缩包，请先解压，再上传里面的 CSV 或 XLSX',
  '7z': '这是压缩包，请先解压，再上传里面的 CSV 或 XLSX',
};

/** What to do with a file whose name is near to that of a table; undefined for others. */
export const tableAdviceOf = (name: string): string | undefined => tableAdvice[endingOf(name)];

/** The message for a file that cannot be accepted by name and size, or undefined; the server checks the bytes as well. */
export const fileNameFault = (
  name: string,
  size: number,
  { kinds, maxBytes }: { readonly kinds: readonly FileKind[]; readonly maxBytes: number },
): string | undefined => {
  const kind = kindOfName(name);
  const words = kinds.map((each) => each.toUpperCase()).join('、');
  if (kind === undefined || !kinds.includes(kind)) {
    const advice = kinds.includes('xlsx') ? tableAdviceOf(name) : undefined;
    return advice ?? `请选择 ${words} 格式的文件`;
  }
  if (size === 0) return '文件是空的，请重新选择';
  if (size <= maxBytes) return undefined;
  // To a tenth: 1.9 MB are not 1 MB.
  return `文件超过 ${Math.floor((maxBytes / 1024 / 1024) * 10) / 10} MB，请压缩后重新选择`;
};
