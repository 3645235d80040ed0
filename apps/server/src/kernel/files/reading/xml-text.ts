const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const pointOf = (code: number): string =>
  Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';

/** The text of XML characters: entities, and the `_x000D_` of spreadsheets, resolved. */
export const xmlText = (raw: string): string => {
  const text = raw.includes('&')
    ? raw.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
        if (hex !== undefined) return pointOf(Number.parseInt(hex, 16));
        return decimal === undefined ? (named[String(name)] ?? whole) : pointOf(Number(decimal));
      })
    : raw;
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex) => pointOf(Number.parseInt(hex, 16)))
    : text;
};

/** The value of an attribute in a tag; undefined where it has none. */
export const attribute = (tag: string, name: string): string | undefined => {
  const at = tag.indexOf(` ${name}="`);
  if (at !== -1) {
    const from = at + name.length + 3;
    const end = tag.indexOf('"', from);
    return end === -1 ? undefined : xmlText(tag.slice(from, end));
  }
  // Most cells have no type: a pattern for each of them would cost more than the cell.
  if (!tag.includes(name)) return undefined;
  const [, single, double] = new RegExp(`\\s${name}\\s*=\\s*(?:'([^']*)'|"([^"]*)")`).exec(tag) ?? [];
  const found = single ?? double;
  return found === undefined ? undefined : xmlText(found);
};

/**
 * The inside of the tags of a name, with any prefix, one after the other. A file of unknown origin is searched once from its beginning to its
 * end: a pattern that looks for the end of each tag that has none takes the square of its length.
 */
export const tagsOf = (xml: string, name: string): string[] => {
  const head = new RegExp(`<(?:\\w+:)?${name}\\b`, 'g');
  const tags: string[] = [];
  for (let found = head.exec(xml); found !== null; found = head.exec(xml)) {
    const end = xml.indexOf('>', head.lastIndex);
    if (end === -1) break;
    tags.push(` ${xml.slice(head.lastIndex, end)}`);
    head.lastIndex = end + 1;
  }
  return tags;
};

/** What stands in the first element of a name, with any prefix; empty where there is none. */
export const insideOf = (xml: string, name: string): string => {
  const head = new RegExp(`<(?:\\w+:)?${name}\\b`, 'g');
  if (!head.test(xml)) return '';
  const begin = xml.indexOf('>', head.lastIndex) + 1;
  if (begin === 0) return '';
  const close = new RegExp(`</(?:\\w+:)?${name}>`, 'g');
  close.lastIndex = begin;
  const end = close.exec(xml);
  return end === null ? '' : xml.slice(begin, end.index);
};

/** A piece of XML without its phonetic guides. */
const withoutGuides = (xml: string, prefix: string): string => {
  const head = new RegExp(`<${prefix}rPh\\b`, 'g');
  const close = `</${prefix}rPh>`;
  let kept = '';
  let from = 0;
  for (let found = head.exec(xml); found !== null; found = head.exec(xml)) {
    const end = xml.indexOf(close, found.index);
    if (end === -1) break;
    kept += xml.slice(from, found.index);
    from = end + close.length;
    head.lastIndex = from;
  }
  return kept + xml.slice(from);
};

/** The texts of `<t>` in a piece of XML, one after the other; those of phonetic guides are no part of it. */
export const richText = (xml: string, prefix: string): string => {
  const spoken = xml.includes(`<${prefix}rPh`) ? withoutGuides(xml, prefix) : xml;
  const open = `<${prefix}t`;
  const close = `</${prefix}t>`;
  let text = '';
  for (let at = spoken.indexOf(open); at !== -1; ) {
    const sign = spoken[at + open.length];
    let next = at + open.length;
    if (sign === '>' || sign === ' ') {
      const begin = spoken.indexOf('>', at) + 1;
      if (begin === 0) break;
      next = begin;
      if (spoken[begin - 2] !== '/') {
        const end = spoken.indexOf(close, begin);
        if (end === -1) break;
        text += xmlText(spoken.slice(begin, end));
        next = end;
      }
    }
    at = spoken.indexOf(open, next);
  }
  return text;
};
