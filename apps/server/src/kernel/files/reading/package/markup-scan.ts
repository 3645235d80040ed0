import { faultOfRoot, WorkbookRefusal } from './workbook-kinds.ts';
import { rootOf } from './xml-tags.ts';

/** What is known of a part before its XML is looked at. */
interface MarkupTerms {
  readonly name: string;
  /** Whether a list of the package says what it is. */
  readonly isNamed: boolean;
  /** Whether it holds nothing that is read, and may be in UTF-16. */
  readonly isCustom: boolean;
  /** The only root that it may have; undefined where others are taken too. */
  readonly root?: 'svg' | 'plist';
}

/** Of one piece that is seen again with the next. */
const overlap = 16;

/** What printers' settings of one system begin with; it names a grammar and declares nothing. */
const plistType =
  /<!DOCTYPE plist PUBLIC "-\/\/Apple(?: Computer)?\/\/DTD PLIST 1\.0\/\/EN" "https?:\/\/www\.apple\.com\/DTDs\/PropertyList-1\.0\.dtd">/;

const utf16Of = (head: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const start = head.subarray(0, 2).toString('latin1');
  if (start === '\xff\xfe' || start === '<\0') return 'utf-16le';
  return start === '\xfe\xff' || start === '\0<' ? 'utf-16be' : undefined;
};

/** Whether bytes begin as XML does, in whatever encoding. */
export const isMarkup = (head: Buffer): boolean =>
  utf16Of(head) !== undefined || /^(?:\xef\xbb\xbf)?\s*</.test(head.subarray(0, 64).toString('latin1'));

/**
 * Looks through XML while it is decompressed: UTF-8, with no DTD in it and no root of a program. Another encoding would hide both. Throws
 * WorkbookRefusal.
 */
export class MarkupScan {
  readonly #terms: MarkupTerms;
  readonly #decoder: InstanceType<typeof TextDecoder> | undefined;
  #seen = '';

  /** `head` is the first piece. */
  constructor(head: Buffer, terms: MarkupTerms) {
    this.#terms = terms;
    const utf16 = utf16Of(head);
    if (utf16 === undefined ? !isMarkup(head) : !terms.isCustom) throw this.#refused();
    this.#decoder = utf16 === undefined ? undefined : new TextDecoder(utf16);
    const beginning =
      utf16 === undefined ? head.toString('latin1').replace(/^\xef\xbb\xbf/, '') : new TextDecoder(utf16).decode(head);
    const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(beginning)?.[1]?.toLowerCase();
    const may = utf16 === undefined ? ['utf-8', 'utf8', 'us-ascii', 'ascii'] : ['utf-16', utf16];
    if (declared !== undefined && !may.includes(declared)) throw this.#refused();
    const root = rootOf(terms.root === 'plist' ? beginning.replace(plistType, '') : beginning);
    if (terms.root !== undefined && root !== terms.root) throw this.#refused();
    const fault = faultOfRoot(root, terms.isNamed);
    if (fault !== undefined) throw new WorkbookRefusal(fault, terms.name);
  }

  push(piece: Buffer): void {
    const text = this.#decoder === undefined ? piece.toString('latin1') : this.#decoder.decode(piece, { stream: true });
    if (text.includes('\0')) throw this.#refused();
    const isFirst = this.#seen === '';
    this.#seen = this.#seen.slice(-overlap) + text;
    const looked = isFirst && this.#terms.root === 'plist' ? this.#seen.replace(plistType, '') : this.#seen;
    if (/<!DOCTYPE|<!ENTITY/i.test(looked)) throw this.#refused();
  }

  #refused(): WorkbookRefusal {
    return new WorkbookRefusal('markup', this.#terms.name);
  }
}
