import { inflatePart, type ZipPart } from './package/zip-parts.ts';
import { TableFault } from './table-fault.ts';

/** A row or a text that is longer than this is no table's. */
const longest = 8 * 1024 * 1024;

/** Pieces of XML that end with a whole element, and the prefix of their names (`x:` or none). */
export interface ElementsPiece {
  readonly xml: string;
  readonly prefix: string;
}

const prefixOf = (head: string, root: string): string => new RegExp(`<(\\w+:)?${root}\\b`).exec(head)?.[1] ?? '';

/**
 * A part while it is inflated, cut after elements of a name, so that what is kept is at most one of them and a piece; no
 * more than `mostBytes` of it are read.
 */
export const elementsOf = async function* (
  part: ZipPart,
  names: { readonly root: string; readonly element: string },
  mostBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<ElementsPiece> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let prefix: string | undefined;
  let read = 0;
  for await (const bytes of inflatePart(part)) {
    try {
      rest += decoder.decode(bytes, { stream: true });
    } catch {
      throw new TableFault('工作表不是 UTF-8 文字，请另存为普通的 XLSX 再上传。');
    }
    prefix ??= rest.includes(names.root) ? prefixOf(rest, names.root) : undefined;
    if (rest.length > longest && prefix === undefined) throw new TableFault('工作表里没有表格，请检查文件是否选对。');
    read += bytes.length;
    if (prefix === undefined && read < mostBytes) continue;
    if (prefix === undefined) return;
    const close = `</${prefix}${names.element}>`;
    const end = rest.lastIndexOf(close);
    if (end !== -1) {
      yield { xml: rest.slice(0, end + close.length), prefix };
      rest = rest.slice(end + close.length);
    }
    if (rest.length > longest) throw new TableFault('工作表里有一行过长，请检查文件是否选对。');
    if (read >= mostBytes) return;
  }
};
