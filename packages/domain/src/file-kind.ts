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
  csv: { mime: 'text/csv', endings: ['csv'] },
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

/** Beginnings of text that a program would read as a page, picture or script; no table begins like this. */
const isMarkup = (head: Uint8Array): boolean => /^(?:\xef\xbb\xbf)?\s*(?:<|#!|%PDF|%!PS|MZ|\{\\rtf)/.test(latin(head));

/**
 * The kind of a file from its first and last bytes. A CSV has no signature: it is any text without NUL that begins like
 * none of the above; the caller checks the rest of the bytes.
 *
 * @unit head: the first `headBytes`, tail: the last `tailBytes`
 * @source R5.7
 */
export const kindOfBytes = (head: Uint8Array, tail: Uint8Array): FileKind | undefined => {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (/^%PDF-[12]\.\d/.test(latin(head))) return latin(tail).includes('%%EOF') ? 'pdf' : undefined;
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  return head.length > 0 && !head.includes(0) && !isMarkup(head) ? 'csv' : undefined;
};

/** The message for a file that cannot be accepted by name and size, or undefined; the server checks the bytes as well. */
export const fileNameFault = (
  name: string,
  size: number,
  { kinds, maxBytes }: { readonly kinds: readonly FileKind[]; readonly maxBytes: number },
): string | undefined => {
  const kind = kindOfName(name);
  const words = kinds.map((each) => each.toUpperCase()).join('、');
  if (kind === undefined || !kinds.includes(kind)) return `请选择 ${words} 格式的文件`;
  if (size === 0) return '文件是空的，请重新选择';
  return size > maxBytes ? `文件超过 ${Math.floor(maxBytes / 1024 / 1024)} MB，请压缩后重新选择` : undefined;
};
