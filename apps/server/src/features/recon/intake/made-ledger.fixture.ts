/** Ledgers as people have them, by combination of heads, sides, units, footers and days. What their rows are is known before they are written. */

import { days } from './made-days.fixture.ts';
import { heads } from './made-head.fixture.ts';
import { units } from './made-units.fixture.ts';

/** A row as it is meant. */
export interface MeantRow {
  readonly reference: string | null;
  readonly day: string;
  readonly fen: number;
}

/** A file that was made: its lines of cells, what is meant by it, and whether a person would refuse it or ask. */
export interface MadeLedger {
  readonly name: string;
  readonly lines: readonly (readonly string[])[];
  readonly rows: readonly MeantRow[];
  readonly isRefused: boolean;
  /** Another sheet of its workbook; its rows are meant too, or a note names it as not read. */
  readonly sheet?: { readonly lines: readonly (readonly string[])[]; readonly rows: readonly MeantRow[] | null };
}

/** The same numbers for the same seed. */
export const numbersOf = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below);
  };
};

interface Side {
  /** Where the side stands: at the amount, in a column whose head says so or does not, or in which of two columns the amount is. */
  readonly by: 'sign' | 'namedColumn' | 'anyColumn' | 'twoColumns';
  readonly heads: readonly string[];
  readonly write: (fens: number, text: string) => readonly string[];
  /** The amounts of a line of sums. */
  readonly sums: (rows: readonly MeantRow[]) => readonly number[];
  readonly isRefused?: boolean;
}
const net = (rows: readonly MeantRow[]): readonly number[] => [rows.reduce((sum, { fen }) => sum + fen, 0)];
const gross = (rows: readonly MeantRow[]): readonly number[] => [rows.reduce((sum, { fen }) => sum + Math.abs(fen), 0)];
const apart = (rows: readonly MeantRow[]): readonly number[] => [
  rows.reduce((sum, { fen }) => sum + Math.max(fen, 0), 0),
  rows.reduce((sum, { fen }) => sum + Math.max(-fen, 0), 0),
];
const signed = (write: Side['write']): Side => ({ by: 'sign', heads: ['金额'], write, sums: net });
const columnSaying = (head: string, out: string, income: string): Side => ({
  by: 'namedColumn',
  heads: ['交易金额', head],
  write: (fens, text) => [text, fens < 0 ? out : income],
  sums: gross,
});
const split = (income: string, expense: string, blank: string, minus = ''): Side => ({
  by: 'twoColumns',
  heads: [income, expense],
  write: (fens, text) => (fens < 0 ? [blank, `${minus}${text}`] : [text, blank]),
  sums: apart,
});

/** How sides are written. Refused are words and numbers whose side nobody can know. */
export const sides: Readonly<Record<string, Side>> = {
  minus: signed((fens, text) => [fens < 0 ? `-${text}` : text]),
  plus: signed((fens, text) => [fens < 0 ? `-${text}` : `+${text}`]),
  behind: signed((fens, text) => [fens < 0 ? `${text}-` : text]),
  brackets: signed((fens, text) => [fens < 0 ? `(${text})` : text]),
  jieDai: columnSaying('借贷标志', '借', '贷'),
  letters: columnSaying('借/贷', 'D', 'C'),
  both: columnSaying('借贷', '借 Dr', '贷 Cr'),
  numbers: columnSaying('借贷标志', '1', '2'),
  shouFu: columnSaying('收付标志', '付款', '收款'),
  laiWang: columnSaying('来往账标志', '往账', '来账'),
  direction: columnSaying('交易方向', '转出', '转入'),
  signs: columnSaying('收支', '-', '+'),
  signsOfDirection: columnSaying('收支方向', '-', '+'),
  numbersOfMark: columnSaying('借贷标识', '1', '2'),
  unnamed: { ...columnSaying('标记', '支取', '存入'), by: 'anyColumn' },
  transfer: split('转入金额', '转出金额', ''),
  zeros: split('存入', '支出', '0.00'),
  dashes: split('交易金额(收入)', '交易金额(支出)', '-'),
  books: split('贷方金额', '借方金额', ''),
  english: split('Credit', 'Debit', '0.00'),
  minusOut: split('收入', '支出', '', '-'),
  bracketed: split('贷方发生额（收入）', '借方发生额（支取）', '0'),
  unknownWords: { ...columnSaying('收支', '采购', '销售'), isRefused: true },
  unknownNumbers: { ...columnSaying('收付标志', '2', '1'), isRefused: true },
};

interface Table {
  readonly width: number;
  readonly money: number;
  readonly sums: readonly string[];
  readonly day: string;
  readonly heads: Lines;
}
type Lines = readonly (readonly string[])[];
const line = (table: Table, first: string, sums: readonly string[] = []): readonly string[] => {
  const cells = Array.from({ length: table.width }, () => '');
  cells[0] = first;
  for (const [at, sum] of sums.entries()) cells[table.money + at] = sum;
  return cells;
};
const summed = (word: string) => (table: Table) => [line(table, word, table.sums)];

/** What stands below the rows, and belongs to none. */
export const footers: Readonly<Record<string, (table: Table) => Lines>> = {
  none: () => [],
  sum: summed('合计'),
  spaced: summed('合 计'),
  colon: summed('总计：'),
  month: summed('10月合计'),
  page: (table) => [line(table, '本页合计', table.sums), line(table, '合计金额', table.sums)],
  wordless: (table) => [line(table, '', table.sums)],
  counted: (table) => [line(table, '共 6 笔', table.sums)],
  withDay: (table) => {
    const cells = [...line(table, '', table.sums)];
    cells[1] = table.day;
    cells[table.width - 1] = '本期合计';
    return [cells, [...cells.slice(0, -1), '本年累计']];
  },
  balance: (table) => {
    const cells = [...line(table, '', table.sums)];
    cells[1] = table.day;
    cells[table.width - 1] = '期末余额';
    return [cells];
  },
  notes: (table) => [
    line(table, ''),
    line(table, '制表人：某某'),
    line(table, '打印时间：2026-11-01 10:00'),
    ['说明：以上含税'],
  ],
  head: (table) => table.heads,
  comments: () => [['#-----列表结束-----'], ['#合计：6笔，共1.00元'], ['#导出时间：2026']],
  summary: (table) => [line(table, '总交易单数'), line(table, '6', table.sums)],
};

/** What stands between the head and the first row. */
export const starts: Readonly<Record<string, (table: Table, out: readonly string[]) => Lines>> = {
  none: () => [],
  sums: summed('本月合计'),
  year: (table) => [line(table, '上年结转', table.sums), line(table, '本年累计', table.sums)],
  // Written otherwise than those that were made.
  failed: (table, out) => [
    ['R-0', table.day, ...out.map((cell) => cell.replace(/^-/, '')), '甲公司', '服务费', '交易关闭'],
  ],
};

/** Rows that follow: below a summary in the same sheet, or on another one, with what stands there above and in its head. */
interface Further {
  readonly isBelow?: boolean;
  readonly above?: string;
  readonly head?: string;
  /** They are rows that were there before. */
  readonly isCopy?: boolean;
  readonly isRead: boolean;
}
export const furthers: Readonly<Record<string, Further | null>> = {
  none: null,
  headAgain: { isBelow: true, isRead: true },
  same: { isRead: true },
  titled: { above: '十一月', isRead: true },
  otherHead: { head: '税额', isRead: false },
  otherUnit: { above: '单位：千元', isRead: false },
  otherCurrency: { above: '币种：港币', isRead: false },
  copy: { isCopy: true, isRead: false },
};

const names = [
  '甲公司',
  '合计传媒有限公司',
  'Total Energies',
  '会计师事务所',
  '总行营业部',
  '(中国)有限公司',
  '***',
  '',
];
const references = (no: number): readonly string[] => [
  `R-${no}`,
  `#100${no}`,
  `--00${no}`,
  `2026100${no}`,
  '',
  '/',
  '-',
];
const none = new Set(['', '/', '-']);

/** What a file is made of: one of each. */
export interface Recipe {
  readonly head: string;
  readonly unit: string;
  readonly side: string;
  readonly day: string;
  readonly footer: string;
  readonly start: string;
  readonly further: string;
}

const partOf = <Part>(all: Readonly<Record<string, Part>>, name: string): Part => {
  const part = all[name];
  if (part === undefined) throw new Error(`no part ${name}`);
  return part;
};

type WrittenRow = Omit<MeantRow, 'reference'> & { readonly reference: string; readonly name: string };

const writtenRows = (month: string, from: number, number: (below: number) => number): readonly WrittenRow[] =>
  Array.from({ length: 4 + number(4) }, (_, at) => {
    // Without any number among the first rows a column of numbers is none.
    const reference = references(from + at)[number(at === 0 ? 4 : 7)] ?? '';
    const fens = 1 + number(9_999_999);
    // Both sides stand among the first, and a day that is no month.
    const fen = at === 1 || (at > 1 && number(2) === 0) ? -fens : fens;
    const date = at === 0 ? 13 + number(15) : 1 + number(28);
    const name = names[number(names.length)] ?? '';
    return { reference, fen, day: `2026-${month}-${String(date).padStart(2, '0')}`, name };
  });

const meant = (written: readonly WrittenRow[]): readonly MeantRow[] =>
  written.map(({ reference, day, fen }) => ({ reference: none.has(reference) ? null : reference, day, fen }));

/** Makes a file: its rows first, then what is written of them. */
export const madeLedger = (recipe: Recipe, number: (below: number) => number): MadeLedger => {
  const [unit, side, dayText] = [partOf(units, recipe.unit), partOf(sides, recipe.side), partOf(days, recipe.day)];
  const [start, further] = [partOf(starts, recipe.start), partOf(furthers, recipe.further)];
  const written = writtenRows('10', 0, number);
  const following = further?.isCopy === true ? written.slice(1) : writtenRows('11', 10, number);
  const state = recipe.start === 'failed' ? ['交易成功'] : [];
  const before = ['业务编号', '交易日期'];
  const after = ['对方', '摘要', ...state.map(() => '交易状态')];
  const headLines = partOf(
    heads,
    recipe.head,
  )({
    before,
    money: side.heads,
    moneyWithUnit: side.heads.map((name) =>
      /金额|收|支|贷|借|Credit|Debit|存入/.test(name) && !/标志|标识|方向|^收支$|^借贷$|^借\/贷$/.test(name)
        ? unit.head(name)
        : name,
    ),
    after,
    withUnit: unit.head,
  });
  const tableOf = (rows: readonly MeantRow[]): Table => ({
    width: before.length + side.heads.length + after.length,
    money: 2,
    sums: side.sums(rows).map((sum) => `${sum < 0 ? '-' : ''}${unit.write(sum)}`),
    day: dayText('2026-10-31'),
    heads: headLines,
  });
  const linesOf = (rows: readonly WrittenRow[]): Lines =>
    rows.map(({ reference, day, fen, name }) => [
      reference,
      dayText(day),
      ...side.write(fen, unit.write(fen)),
      name,
      '服务费',
      ...state,
    ]);
  const [rows, more] = [meant(written), meant(following)];
  const table = tableOf(rows);
  const above = unit.above === undefined ? [] : [['明细表'], ['编制单位：某公司', '', unit.above]];
  const lines = [
    ...above,
    ...headLines,
    ...start(table, side.write(-100, unit.write(100))),
    ...linesOf(written),
    ...partOf(footers, recipe.footer)(table),
  ];
  const isRefused = unit.isRefused === true || side.isRefused === true;
  const made = { name: Object.values(recipe).join(' '), isRefused, lines, rows };
  if (further === null) return made;
  const below = [...linesOf(following), line(table, '合计', tableOf(more).sums)];
  if (further.isBelow === true) {
    const summary = line(table, `共${rows.length}笔记录`);
    return { ...made, lines: [...lines, summary, ...headLines, ...below], rows: [...rows, ...more] };
  }
  const isOther = further.head !== undefined;
  const sheet = [
    ...(further.above === undefined ? [] : [[further.above]]),
    ...above,
    ...(isOther ? headLines.map((cells) => cells.toSpliced(2, 0, further.head ?? '')) : headLines),
    ...(isOther ? below.map((cells) => cells.toSpliced(2, 0, '0.06')) : below),
  ];
  return { ...made, sheet: { lines: sheet, rows: further.isRead ? more : null } };
};
