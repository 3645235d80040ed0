import { targetPart } from './part-names.ts';
import { faultOfRelation, WorkbookRefusal } from './workbook-kinds.ts';
import { listTags, type XmlTag } from './xml-tags.ts';

const tagsIn = (name: string, text: string): readonly XmlTag[] => {
  const tags = listTags(text);
  if (tags === null) throw new WorkbookRefusal('markup', name);
  return tags;
};

/** Tells the content type of a part by its name; undefined for a part that no list names. */
export type ContentTypes = (name: string) => string | undefined;

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** The content types of a package (ECMA-376, part 2, 7.2.3). */
export const contentTypesIn = (list: string, text: string): ContentTypes => {
  const types = new Map<string, string>();
  for (const { name, attributes } of tagsIn(list, text)) {
    const type = attributes.get('ContentType');
    const isType = name === 'Default' || name === 'Override';
    const key = name === 'Default' ? attributes.get('Extension') : decoded(attributes.get('PartName') ?? '').slice(1);
    const isOther = !isType && [...attributes.keys()].some((each) => !/^xmlns|:/.test(each));
    if (isOther || (isType && (type === undefined || key === undefined))) throw new WorkbookRefusal('markup', list);
    if (!isType || type === undefined) continue;
    const place = `${name} ${key?.toLowerCase()}`;
    // Programs differ in which of two they take.
    if ((types.get(place) ?? type) !== type) throw new WorkbookRefusal('markup', list);
    types.set(place, type);
  }
  return (name) => {
    const lower = name.toLowerCase();
    return types.get(`Override ${lower}`) ?? types.get(`Default ${lower.slice(lower.lastIndexOf('.') + 1)}`);
  };
};

/** What the relationships of a package lead to. */
export interface Targets {
  /** The part of the workbook itself. */
  readonly book: string | undefined;
  /** Parts of other programs' own, which hold no cells. */
  readonly custom: ReadonlySet<string>;
}

/** Reads relationships one list after the other, and refuses what leads to programs, objects or out of the workbook. */
export class TargetsReader {
  #book: string | undefined;
  readonly #custom = new Set<string>();
  readonly #others = new Set<string>();

  add(list: string, text: string): void {
    for (const { name, attributes } of tagsIn(list, text)) {
      if (name !== 'Relationship') continue;
      const [type, target] = [attributes.get('Type') ?? '', attributes.get('Target') ?? ''];
      const mode = attributes.get('TargetMode') ?? 'Internal';
      const fault = faultOfRelation({ type, target, mode });
      if (fault !== undefined) throw new WorkbookRefusal(fault, list);
      const part = mode === 'Internal' ? targetPart(list, target) : undefined;
      if (part === undefined) continue;
      if (list.toLowerCase() === '_rels/.rels' && type.endsWith('/officeDocument')) this.#book ??= part;
      (type.endsWith('/customXml') ? this.#custom : this.#others).add(part);
    }
  }

  targets(): Targets {
    return { book: this.#book, custom: this.#custom.difference(this.#others) };
  }
}

/** A query of Power Query, whose results stand in the workbook's own sheets. */
const ownQuery = /^Provider=Microsoft\.Mashup\.OleDb\.1;Data Source=\$Workbook\$;/;

/** Refuses connections to data elsewhere. */
export const checkConnections = (part: string, text: string): void => {
  const tags = tagsIn(part, text);
  const sources = tags.filter(({ name }) => name === 'dbPr');
  const isOwn =
    sources.length === tags.filter(({ name }) => name === 'connection').length &&
    sources.every(({ attributes }) => ownQuery.test(attributes.get('connection') ?? '')) &&
    tags.every(
      ({ name, attributes }) =>
        !/^(?:webPr|textPr|olapPr|dataFeedPr|modelTextPr)$/.test(name) &&
        !attributes.has('odcFile') &&
        !attributes.has('sourceFile'),
    );
  if (!isOwn) throw new WorkbookRefusal('connections', part);
};
