import { workbookParts, zipOf } from './file.fixture.ts';

/** A table that is refused at its upload: what it is, its name, its bytes, and what the sentence says. */
type HostileTable = readonly [what: string, name: string, bytes: Buffer | string, sentence: RegExp];

const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const locked = Buffer.concat([
  ole,
  Buffer.alloc(70_000 - 12),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(9),
]);

/** Files that no upload of a table takes; those that are almost right have the given head and row. @source security 4.8 */
export const hostileTables = (head: string, row: string): readonly HostileTable[] => [
  ['a picture', '明细.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /请上传 CSV 或 XLSX/],
  ['a page under the name of a table', '明细.csv', '<html><script>alert(1)</script>', /无法识别|请上传/],
  ['an old workbook by its name', '明细.xls', `${head}\n${row}`, /旧版 Excel.*XLSX/],
  ['a workbook with macros by its name', '明细.xlsm', zipOf(workbookParts), /不含宏的 XLSX/],
  ['an old workbook', '明细.xlsx', Buffer.concat([ole, Buffer.alloc(1000)]), /旧版.*XLSX/],
  ['a workbook with a password', '明细.xlsx', locked, /取消密码/],
  ['a page that a system exports', '明细.csv', '<table><tr><td>1</td></tr></table>', /网页.*XLSX/],
  ['a page in UTF-16', '明细.csv', Buffer.from('\ufeff<html><table></table>', 'utf16le'), /网页.*XLSX/],
  ['a table of XML', '明细.csv', `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><a/>`, /XML 表格.*XLSX/],
  ['a workbook under the name of a text', '明细.csv', zipOf(workbookParts), /内容与后缀不一致/],
  ['a text under the name of a workbook', '明细.xlsx', `${head}\n${row}`, /内容与后缀不一致.*\.csv/],
  [
    'two encodings',
    '明细.csv',
    Buffer.concat([Buffer.from(`${head}\n${row}`), Buffer.from([0x0a, 0xd5, 0xc5, 0xc8, 0xfd])]),
    /两种编码/,
  ],
  ['no text', '明细.csv', Buffer.concat([Buffer.from(head), Buffer.from([0x0a, 0x81, 0x20, 0xff])]), /编码/],
  [
    'a bomb',
    '明细.xlsx',
    zipOf([...workbookParts, { name: 'xl/a.xml', text: `<theme>${' '.repeat(30_000_000)}</theme>` }]),
    /工作簿解开后过大/,
  ],
  ['a program', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/vbaProject.bin', text: 'x' }]), /宏/],
  [
    'another workbook behind it',
    '明细.xlsx',
    zipOf([...workbookParts, { name: 'xl/externalLinks/externalLink1.xml', text: '<a/>' }]),
    /链接/,
  ],
  ['a wrong check sum', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/a.xml', text: '<theme/>', sum: 7 }]), /损坏/],
  ['a DTD', '明细.xlsx', zipOf([...workbookParts, { name: 'xl/a.xml', text: '<!DOCTYPE a><a/>' }]), /工作簿/],
];
