import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  contentTypes,
  lettersOf,
  packageRelations,
  sheetFoot,
  sheetHead,
  styleSheet,
  workbookOf,
  workbookRelations,
} from '../../../apps/server/src/kernel/files/table/xlsx-parts.ts';
import { zipPieces } from '../../../apps/server/src/kernel/files/zip.ts';

/** Who and what the lines of a file name. */
export const parties = { tenants: 20, projects: 5, orgs: 5 } as const;

/** Enters them. */
export const addParties = `
  with t as (insert into tenant (tenant_id, name) select 'imp-t' || n, '导入商户 ' || n from generate_series(0, $1::int - 1) n returning tenant_id),
    o as (insert into org (org_id, name) select 'imp-o' || n, '导入机构 ' || n from generate_series(0, $3::int - 1) n),
    r as (insert into fee_rule (rule_id, product_id) values ('imp-rule', 'imp-loan'))
  insert into project (tenant_id, project_id, name) select tenant_id, 'imp-j' || n, '导入项目 ' || n from t, generate_series(0, $2::int - 1) n`;

const heads = ['商户', '项目', '产品', '机构', '业务编号', '业务日期', '金额', '费率', '客户姓名'] as const;
const amountAt = heads.indexOf('金额');

/** The fields of a line; each file has other references, as each month has. */
const fieldsOf = (at: number, file: number): readonly string[] => [
  `导入商户 ${at % parties.tenants}`,
  `导入项目 ${at % parties.projects}`,
  'imp-loan',
  `导入机构 ${at % parties.orgs}`,
  `R${file}${String(at).padStart(10, '0')}`,
  `2026-10-${10 + (at % 18)}`,
  `${1000 + ((at * 7919) % 50_000)}.${String(at % 100).padStart(2, '0')}`,
  '1.2%',
  '张三',
];

/** So many lines as a CSV. */
export const csvOf = (lines: number, file: number): Buffer => {
  const pieces: string[] = [`${heads.join(',')}\n`];
  for (let at = 0; at < lines; at += 1) pieces.push(`${fieldsOf(at, file).join(',')}\n`);
  return Buffer.from(pieces.join(''));
};

const linesAtOnce = 1000;
const utf8 = new TextEncoder();

/** Texts that cells share, by their number in the order in which they come. */
class Shared {
  readonly #numbers = new Map<string, number>();
  cells = 0;

  numberOf(text: string): number {
    this.cells += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  *part(): Generator<Uint8Array> {
    const count = `count="${this.cells}" uniqueCount="${this.#numbers.size}"`;
    yield utf8.encode(`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${count}>`);
    let text = '';
    for (const word of this.#numbers.keys()) {
      text += `<si><t>${word}</t></si>`;
      if (text.length < 64 * 1024) continue;
      yield utf8.encode(text);
      text = '';
    }
    yield utf8.encode(`${text}</sst>`);
  }
}

const rowOf = (fields: readonly string[], no: number, shared: Shared): string => {
  const cells = fields.map((text, column) => {
    const place = `${lettersOf(column)}${no}`;
    return column === amountAt && no > 1
      ? `<c r="${place}"><v>${text}</v></c>`
      : `<c r="${place}" t="s"><v>${shared.numberOf(text)}</v></c>`;
  });
  return `<row r="${no}">${cells.join('')}</row>`;
};

const sheetOf = function* (lines: number, file: number, shared: Shared): Generator<Uint8Array> {
  yield utf8.encode(sheetHead(heads.map(() => 16)) + rowOf(heads, 1, shared));
  for (let first = 0; first < lines; first += linesAtOnce) {
    let text = '';
    for (let at = first; at < Math.min(first + linesAtOnce, lines); at += 1)
      text += rowOf(fieldsOf(at, file), at + 2, shared);
    yield utf8.encode(text);
  }
  yield utf8.encode(sheetFoot());
};

const sharedRelation =
  '<Relationship Id="shared" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>';

/** So many lines as a workbook like that of a spreadsheet program: its cells share their texts, of which each line brings one of its own. */
export const writeWorkbook = (path: string, lines: number, file: number): Promise<void> => {
  const shared = new Shared();
  const whole = (name: string, text: string) => ({ name, body: [utf8.encode(text)] });
  const entries = [
    whole('[Content_Types].xml', contentTypes(1)),
    whole('_rels/.rels', packageRelations),
    whole('xl/workbook.xml', workbookOf(['明细'])),
    whole(
      'xl/_rels/workbook.xml.rels',
      workbookRelations(1).replace('</Relationships>', `${sharedRelation}</Relationships>`),
    ),
    whole('xl/styles.xml', styleSheet),
    { name: 'xl/worksheets/sheet1.xml', body: sheetOf(lines, file, shared) },
    // The texts are known once the rows were written.
    { name: 'xl/sharedStrings.xml', body: shared.part() },
  ];
  return pipeline(zipPieces(entries, new Date('2026-11-02T00:00:00Z')), createWriteStream(path));
};
