import { workbookParts, zipOf } from './file.fixture.ts';

/** A table that is refused at its upload: what it is, its name, its bytes, and what the sentence says. */
type HostileTable = readonly [what: string, name: string, bytes: Buffer | string, sentence: RegExp];

/** Files that no upload of a table takes; those that are almost right have the given head and row. @source security 4.8 */
export const hostileTables = (head: string, row: string): readonly HostileTable[] => [
  ['a picture', '明细.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /请上传 CSV 或 XLSX/],
  ['a page under the name of a table', '明细.csv', '<html><script>alert(1)</script>', /无法识别|请上传/],
  ['a workbook under the name of a text', '明细.csv', zipOf(workbookParts), /内容与后缀不一致/],
  ['a text under the name of a workbook', '明细.xlsx', `${head}\n${row}`, /内容与后缀不一致/],
  [
    'two encodings',
    '明细.csv',
    Buffer.concat([Buffer.from(`${head}\n${row}`), Buffer.from([0x0a, 0xd5, 0xc5, 0xc8, 0xfd])]),
    /两种编码/,
  ],
  ['no text', '明细.csv', Buffer.concat([Buffer.from(head), Buffer.from([0x0a, 0x81, 0x20, 0xff])]), /编码/],
  ['a bomb', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/a.bin', text: Buffer.alloc(30_000_000) }]), /工作簿/],
  ['a program', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/vbaProject.bin', text: 'x' }]), /宏/],
  [
    'another workbook behind it',
    '明细.xlsx',
    zipOf([...workbookParts, { name: 'xl/externalLinks/externalLink1.xml', text: '<a/>' }]),
    /链接/,
  ],
  ['a wrong check sum', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/a.xml', text: '<a/>', sum: 7 }]), /损坏/],
  ['a DTD', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/a.xml', text: '<!DOCTYPE a><a/>' }]), /工作簿/],
];
