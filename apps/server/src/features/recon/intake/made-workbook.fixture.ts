import { crc32 } from 'node:zlib';

/** A package of parts as they are, without compression. */
const packed = (parts: readonly (readonly [name: string, text: string])[]): Buffer => {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of parts) {
    const bytes = Buffer.from(text);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\u0003\u0004'), about, Buffer.from(name), bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.from('PK\u0001\u0002\u0014\0'), about, place, Buffer.from(name));
    at += 30 + name.length + bytes.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Lines = readonly (readonly string[])[];

const sheetOf = (lines: Lines): string => {
  const rows = lines.map((cells, row) => {
    const written = cells.map(
      (cell, at) =>
        `<c r="${String.fromCharCode(65 + at)}${row + 1}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
    );
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
};

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of sheets of texts. */
export const madeWorkbook = (...sheets: readonly Lines[]): Buffer => {
  const relation = '<Relationships><Relationship Id="r1" Target="xl/workbook.xml"/></Relationships>';
  const named = sheets.map((_, at) => `<sheet name="表${at + 1}" sheetId="${at + 1}" r:id="s${at}"/>`);
  const targets = sheets.map(
    (_, at) => `<Relationship Id="s${at}" Type="${relationships}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return packed([
    ['[Content_Types].xml', '<?xml version="1.0"?><Types/>'],
    ['_rels/.rels', relation],
    ['xl/workbook.xml', `<workbook xmlns:r="${relationships}"><sheets>${named.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${targets.join('')}</Relationships>`],
    ...sheets.map((lines, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(lines)] as const),
  ]);
};
