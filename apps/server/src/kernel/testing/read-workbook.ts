import { strFromU8, unzipSync } from 'fflate';

/** A cell as it stands in the file. */
export interface ReadCell {
  readonly text: string;
  /** Typed as a text; otherwise it is a number. */
  readonly isText: boolean;
  /** The place of its format in the style sheet. */
  readonly style: number;
}

/** A sheet of a workbook: its rows by column letters. */
export interface ReadSheet {
  readonly name: string;
  readonly isFrozen: boolean;
  /** The cells that can be filtered by their heads. */
  readonly filtered: string | undefined;
  readonly rows: readonly Readonly<Record<string, ReadCell>>[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string): string =>
  xml
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const cellForm =
  /<c r="([A-Z]+)\d+" s="(\d+)"(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g;

/** Reads a workbook by unpacking it with another library and reading its XML; everything that it does not know is an error. */
export const readWorkbook = (bytes: Uint8Array): readonly ReadSheet[] => {
  const files = unzipSync(bytes);
  const textOf = (name: string): string => {
    const file = files[name];
    if (file === undefined) throw new Error(`the workbook has no ${name}`);
    return strFromU8(file);
  };
  const targets = new Map(
    Array.from(textOf('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)" Type="[^"]+" Target="([^"]+)"/g), (found) => [
      found[1],
      found[2],
    ]),
  );
  const types = textOf('[Content_Types].xml');
  return Array.from(
    textOf('xl/workbook.xml').matchAll(/<sheet name="([^"]+)" sheetId="\d+" r:id="(\w+)"\/>/g),
    (found) => {
      const path = `xl/${targets.get(found[2])}`;
      if (!types.includes(`"/${path}"`)) throw new Error(`${path} has no type`);
      const xml = textOf(path);
      const rows = Array.from(xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs), ([, number, inside = ''], at) => {
        if (Number(number) !== at + 1) throw new Error(`row ${number} stands at ${at + 1}`);
        const cells: Record<string, ReadCell> = {};
        for (const [, letters = '', style, text, value] of inside.matchAll(cellForm)) {
          cells[letters] = { text: plain(text ?? value ?? ''), isText: text !== undefined, style: Number(style) };
        }
        const left = inside.replaceAll(cellForm, '');
        if (left !== '') throw new Error(`not read: ${left.slice(0, 200)}`);
        return cells;
      });
      const filtered = /<\/sheetData><autoFilter ref="([A-Z]+\d+:[A-Z]+\d+)"\/><\/worksheet>/.exec(xml)?.[1];
      return { name: plain(found[1] ?? ''), isFrozen: xml.includes('state="frozen"'), filtered, rows };
    },
  );
};
