/**
 * What a file may be, known by its bytes; its name's ending must agree (R5.7, security 4.8). SVG, HTML and anything with macros is none
 * of these.
 */

/** A kind of file with its type on the wire and the endings that its name may have, the first the usual one. */
interface FileKindRow {
  readonly mime: string;
  readonly endings: readonly string[];
}

/** Every kind that is taken. @source R5.7 */
export const fileKinds = {
  pdf: { mime: 'application/pdf', endings: ['pdf'] },
  png: { mime: 'image/png', endings: ['png'] },
  jpeg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  csv: { mime: 'text/csv', endings: ['csv'] },
} as const satisfies Record<string, FileKindRow>;
export type FileKind = keyof typeof fileKinds;

// Object.entries forgets the names of its own object.
const rows = Object.entries(fileKinds) as [FileKind, FileKindRow][];

const endingOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind that a name's ending speaks of. */
export const kindOfName = (name: string): FileKind | undefined =>
  rows.find(([, { endings }]) => endings.includes(endingOf(name)))?.[0];

/** The kind of a type on the wire. */
export const kindOfMime = (mime: string): FileKind | undefined => rows.find(([, row]) => row.mime === mime)?.[0];

/** How large a file may be, unless whoever runs the product says otherwise. @source R5.7 */
export const uploadMegabytes = 20;

/** Bytes of a beginning, and of an end, that decide. @unit bytes */
export const headBytes = 1024;
export const tailBytes = 2048;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, place) => bytes[place] === byte);

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Text that a program would read as a page, a picture or a script, and no table begins with. */
const isMarkup = (head: Uint8Array): boolean => /^(?:\xef\xbb\xbf)?\s*(?:<|#!|%PDF|%!PS|MZ|\{\\rtf)/.test(latin(head));

/**
 * The kind of some bytes by their beginning and their end. A table of text has no mark of its own: it is whatever has no NUL and begins
 * like no page; whether the rest is text is for who reads it all.
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

/** What is shown of a file that cannot be taken, or undefined for one that may be; the server looks at the bytes besides. */
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
