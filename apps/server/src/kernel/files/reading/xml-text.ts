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
  const [, single, double] = new RegExp(`\\s${name}\\s*=\\s*(?:'([^']*)'|"([^"]*)")`).exec(tag) ?? [];
  const found = single ?? double;
  return found === undefined ? undefined : xmlText(found);
};

/** The texts of `<t>` in a piece of XML, one after the other; those of phonetic guides are no part of it. */
export const richText = (xml: string, prefix: string): string => {
  const spoken = xml.includes(`<${prefix}rPh`)
    ? xml.replaceAll(new RegExp(`<${prefix}rPh\\b[\\s\\S]*?</${prefix}rPh>`, 'g'), '')
    : xml;
  const open = `<${prefix}t`;
  const close = `</${prefix}t>`;
  let text = '';
  for (let at = spoken.indexOf(open); at !== -1; at = spoken.indexOf(open, at + open.length)) {
    const sign = spoken[at + open.length];
    if (sign !== '>' && sign !== ' ') continue;
    const begin = spoken.indexOf('>', at) + 1;
    if (spoken[begin - 2] === '/') continue;
    const end = spoken.indexOf(close, begin);
    if (end === -1) break;
    text += xmlText(spoken.slice(begin, end));
    at = end;
  }
  return text;
};
