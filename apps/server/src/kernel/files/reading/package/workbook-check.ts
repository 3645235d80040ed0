import { crc32 } from 'node:zlib';
import { isMarkup, MarkupScan } from './markup-scan.ts';
import { faultOfType, formOfType, isObject, isPicture, type PartForm, WorkbookRefusal } from './workbook-kinds.ts';
import { type ContentTypes, checkConnections, contentTypesIn, type Targets, TargetsReader } from './workbook-lists.ts';
import { inflatePart, readZipParts, ZipFault, type ZipPart } from './zip-parts.ts';

/** Limits of a workbook. */
export interface WorkbookBounds {
  /** How many times its size may come out of it. */
  readonly ratio: number;
  readonly inflatedBytes: number;
}

const megabyte = 1024 * 1024;
/** The most parts of a workbook. @source security 4.8 */
const mostParts = 2000;

/** Of a file that is attached, and of a table that is read: a ledger, or lines to import. @source security 4.8 */
export const workbookBounds = {
  attached: { inflatedBytes: 100 * megabyte, ratio: 100 },
  table: { inflatedBytes: 1536 * megabyte, ratio: 200 },
} as const satisfies Record<string, WorkbookBounds>;

/** Names of parts are case-insensitive (ECMA-376, part 2). */
const isTypes = (name: string): boolean => name.toLowerCase() === '[content_types].xml';
const isRelations = (name: string): boolean => name.toLowerCase().endsWith('.rels');
/** The most bytes of a part that is read whole: types, relationships, connections. @unit bytes */
const longestList = 2 * megabyte;

/** What a part is by the lists of its package; of one that they do not name, its bytes tell the form. */
interface PartTerms {
  readonly form: PartForm | undefined;
  readonly isCustom: boolean;
}

const listed: PartTerms = { form: 'list', isCustom: false };

/** Begins to look through a part by its first piece; null where nothing more of it is looked at. */
const scanOf = (name: string, head: Buffer, { form, isCustom }: PartTerms): MarkupScan | null => {
  const terms = { name, isNamed: form !== undefined, isCustom };
  const isXml = isMarkup(head);
  switch (form) {
    case 'list':
    case 'connections':
    case 'xml':
      return new MarkupScan(head, terms);
    case 'binary':
      if (isObject(head)) throw new WorkbookRefusal('objects', name);
      return isXml ? new MarkupScan(head, { ...terms, root: 'plist' }) : null;
    case 'picture':
      if (isXml) return new MarkupScan(head, { ...terms, root: 'svg' });
      if (!isPicture(head)) throw new WorkbookRefusal(isObject(head) ? 'objects' : 'foreign', name);
      return null;
    case undefined:
      if (isXml) return new MarkupScan(head, terms);
      if (!isPicture(head)) throw new WorkbookRefusal('foreign', name);
      return null;
  }
};

/** Examines the parts of a workbook one after the other, while they are decompressed. */
class PartLook {
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Looks through a part; returns its text where it is read whole. */
  async lookAt(part: ZipPart, terms: PartTerms): Promise<string> {
    const isGathered = terms.form === 'list' || terms.form === 'connections';
    const gathered: Buffer[] = [];
    let scan: MarkupScan | null = null;
    let size = 0;
    let sum = 0;
    for await (const piece of inflatePart(part)) {
      if (size === 0) scan = scanOf(part.name, piece, terms);
      size += piece.length;
      sum = crc32(piece, sum);
      if (size > this.#budget || (isGathered && size > longestList)) throw new WorkbookRefusal('tooLarge', part.name);
      scan?.push(piece);
      if (isGathered) gathered.push(piece);
    }
    if (sum !== part.sum) throw new ZipFault('a wrong check sum');
    this.#budget -= size;
    return isGathered ? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(gathered)) : '';
  }
}

/** What a part is by the content types of its package and by what leads to it. */
const termsOf = (name: string, types: ContentTypes, { custom }: Targets): PartTerms => {
  const type = types(name);
  if (type === undefined) return { form: undefined, isCustom: false };
  const form = formOfType(type);
  if (form === undefined) throw new WorkbookRefusal(faultOfType(type), name);
  return { form, isCustom: custom.has(name.toLowerCase()) && /\/xml$/i.test(type) };
};

/**
 * Examines a workbook before anything else reads it: a limited number of parts, bytes counted while they are decompressed, each with its
 * check sum. Parts are taken by their content type, never by their name: no macros, no objects, nothing that leads elsewhere but links to
 * pages and mail addresses, no DTD, no other encoding than UTF-8. Throws ZipFault.
 *
 * @source R5.7, security 4.8
 */
export const checkWorkbook = async (
  bytes: Buffer,
  { inflatedBytes, ratio }: WorkbookBounds = workbookBounds.attached,
): Promise<void> => {
  const all = readZipParts(bytes, mostParts);
  const names = new Set(all.map(({ name }) => name.toLowerCase()));
  if (names.size !== all.length) throw new ZipFault('a name twice');
  // Some programs write entries for folders.
  const parts = all.filter(({ name, stored, sum }) => !(name.endsWith('/') && sum === 0 && stored.length <= 2));
  const look = new PartLook(Math.min(inflatedBytes, ratio * bytes.length));
  const typesPart = parts.find(({ name }) => isTypes(name));
  if (typesPart === undefined) throw new ZipFault('no workbook');
  const types = contentTypesIn(typesPart.name, await look.lookAt(typesPart, listed));
  const reader = new TargetsReader();
  for (const part of parts) if (isRelations(part.name)) reader.add(part.name, await look.lookAt(part, listed));
  const targets = reader.targets();
  if (!names.has(targets.book ?? 'xl/workbook.xml')) throw new ZipFault('no workbook');
  for (const part of parts) {
    const terms = termsOf(part.name, types, targets);
    if (isTypes(part.name) || isRelations(part.name)) continue;
    const text = await look.lookAt(part, terms);
    if (terms.form === 'connections') checkConnections(part.name, text);
    if (terms.form === 'list') throw new WorkbookRefusal('foreign', part.name);
  }
};
