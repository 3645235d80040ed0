import type { InvoiceToIssue } from '#kernel/issuer-port';
import { line, type PdfPart, pdfOf, text, watermark, wrapped } from './pdf.ts';

/** What a file shows of an invoice. */
type Printed = Pick<InvoiceToIssue, 'seller' | 'title' | 'words'>;

const left = 40;
const right = 555;
const rowHeight = 18;
/** Below the last row of a page stand the sums. @unit points */
const lastRow = 138;

/** The names of lines are cut, so that they stay in their column. */
const short = (name: string): string => ([...name].length > 20 ? `${[...name].slice(0, 19).join('')}…` : name);

/** What is known, side by side. */
const joined = (...words: readonly (string | null)[]): string =>
  words.filter((each) => each !== null).join('  ') || '—';

/** Buyer and seller, in lines that stay on the page. */
const parties = ({ seller, title }: Printed): string[] =>
  [
    `购买方：${title.name}`,
    `纳税人识别号：${title.taxNo ?? '—'}`,
    `地址、电话：${joined(title.address, title.phone)}`,
    `开户行及账号：${joined(title.bankName, title.bankAccountNo)}`,
    `销售方：${seller}`,
  ].flatMap((words) => wrapped(words, { width: right - left, size: 10 }));

const head = ({ words }: Printed, number: string, about: readonly string[]): PdfPart[] => [
  text({ x: 297, y: 790, size: 18, align: 'center' }, `电子发票（${words.type}）`),
  text({ x: right, y: 762, size: 10, align: 'right' }, `发票号码：${number}`),
  text({ x: right, y: 746, size: 10, align: 'right' }, `开票日期：${words.day}`),
  line([left, 734], [right, 734]),
  ...about.map((each, at) => text({ x: left, y: 718 - at * 16, size: 10 }, each)),
  line([left, ruleBelow(about)], [right, ruleBelow(about)]),
];

/** Where the line below buyer and seller stands. @unit points */
const ruleBelow = (about: readonly string[]): number => 724 - about.length * 16;

const columns = (y: number, [name, net, rate, tax]: readonly [string, string, string, string]): PdfPart[] => [
  text({ x: left, y, size: 10 }, name),
  text({ x: 360, y, size: 10, align: 'right' }, net),
  text({ x: 440, y, size: 10, align: 'right' }, rate),
  text({ x: right, y, size: 10, align: 'right' }, tax),
];

const foot = ({ words }: Printed, y: number): PdfPart[] => [
  line([left, y + 12], [right, y + 12]),
  ...columns(y - 4, ['合计', words.net, '', words.tax]),
  text({ x: left, y: y - 24, size: 10 }, `价税合计（大写）：${words.totalInCapitals}`),
  text({ x: right, y: y - 24, size: 10, align: 'right' }, `（小写）${words.total}`),
];

/** The file of a demonstration invoice. */
export const invoicePdf = (invoice: Printed, number: string): Buffer => {
  const { lines, taxRate } = invoice.words;
  const about = parties(invoice);
  const firstRow = ruleBelow(about) - 38;
  const rowsOnPage = Math.floor((firstRow - lastRow) / rowHeight);
  const pages: PdfPart[][] = [];
  for (let begin = 0; begin < lines.length; begin += rowsOnPage) {
    const part = lines.slice(begin, begin + rowsOnPage);
    const rows = part.flatMap(({ name, net, tax }, at) =>
      columns(firstRow - at * rowHeight, [short(name), net, taxRate, tax]),
    );
    pages.push([
      watermark('示例，非税务凭证'),
      ...head(invoice, number, about),
      ...columns(firstRow + 22, ['项目名称', '金额（不含税）', '税率', '税额']),
      ...rows,
      ...(begin + rowsOnPage >= lines.length ? foot(invoice, firstRow - part.length * rowHeight) : []),
      text({ x: left, y: 40, size: 9 }, '本文件由演示环境生成，未经税务机关开具，不能用于报销、入账或抵扣。'),
    ]);
  }
  return pdfOf(pages, `发票 ${number}（示例）`);
};
