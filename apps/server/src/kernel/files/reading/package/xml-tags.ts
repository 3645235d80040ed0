import { xmlText } from '#kernel/files/reading/xml-text';

/** A tag: its name without prefix, its attributes as they are named. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const step =
  /\s+|<\?[^>]*\?>|<!--[^]*?-->|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const pair = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

/**
 * The tags of XML that has nothing between them, as the lists of a package are; null for any other. Nothing is passed over: what one reader
 * takes for a tag and another does not would hide it.
 */
export const listTags = (xml: string): readonly XmlTag[] | null => {
  const tags: XmlTag[] = [];
  for (let at = 0; at < xml.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(xml);
    if (found === null) return null;
    const [, close, name, inside = ''] = found;
    if (name === undefined || close !== '') continue;
    const attributes = new Map<string, string>();
    for (const [, key = '', double, single] of inside.matchAll(pair)) {
      if (attributes.has(key)) return null;
      attributes.set(key, xmlText(double ?? single ?? ''));
    }
    tags.push({ name, attributes });
  }
  return tags;
};

/** The name of the first element, without prefix; undefined where a beginning has none. */
export const rootOf = (beginning: string): string | undefined => {
  const head = /\s+|<\?[^>]*\?>|<!--[^]*?-->|<(?:[\w.-]+:)?([\w.-]+)/y;
  for (let found = head.exec(beginning); found !== null; found = head.exec(beginning)) {
    if (found[1] !== undefined) return found[1];
  }
  return undefined;
};
