import { cellText } from './cell-text.ts';

/** Why a row of a file is no row of its table. */
export type SkipReason =
  | 'preamble'
  | 'blank'
  | 'comment'
  | 'totals'
  | 'afterSums'
  | 'numberedSums'
  | 'balance'
  | 'head'
  | 'note'
  | 'faulty';

/** The reasons in words. */
export const skipNames: Readonly<Record<SkipReason, string>> = {
  preamble: '表头之前的说明',
  blank: '空行',
  comment: '注释行',
  totals: '合计行',
  afterSums: '汇总之后没有编号的行',
  numberedSums: '有编号却写着合计或余额的行',
  balance: '期初或期末余额',
  head: '重复的表头',
  note: '表格下方的说明',
  faulty: '读不出而跳过的行',
};

/** Reasons by which a line stands beside the table, so that its cells say nothing of the columns: its sums, its head again, what is written around it. */
const besideTable: ReadonlySet<string> = new Set<SkipReason>([
  'preamble',
  'blank',
  'comment',
  'totals',
  'afterSums',
  'balance',
  'head',
  'note',
]);

/** Whether a row that was left out for a reason is no row of the table in any reading. */
export const isBesideTable = (reason: string): boolean => besideTable.has(reason);

const comment = /^(?:#|--|-{4,}|={4,}|\*{4,})/u;

/** A span of time that a sum is of: `本月`, `10月`, `2026年10月`, `第三季度`, `上半年`. */
const span =
  '(?:[本当各每][页月日旬期季年周]|全[年月部]|以上|[日周旬月季年]|(?:\\d{4}[年-])?\\d{1,2}月份?|\\d{4}年度?|[一二三四五六七八九十]{1,3}月份?|第?[一二三四1-4]季度?|[上下]半年)';
/** What a sum is of. */
const kind = '(?:收入|支出|借方|贷方|转入|转出|存入|支取|金额|费用|应付|应收|已付|已收|未付|未收|累计|服务费|手续费)';
/** A cell that is a sum and nothing else: `合 计`, `本年累计:`, `10月小计`, `共 12 笔`, `Total`. */
const sums = new RegExp(
  `^(?:${span}?${kind}?(?:总?合计|总计|小计|累计|共计|总额|总和|汇总|平均值?)(?:金额|数|笔数|发生额|人民币)?(?:\\([^()]{0,12}\\))?|(?:${span}|累计)发生额|[日月年]计|总金额|总笔数|共\\d.*|合计\\d+[笔条行].*|(?:grand ?|sub-? ?)?total|sum)$`,
  'iu',
);
/** A cell that is what an account held before or after. */
const balances =
  /^(?:(?:期初|期末|月初|月末|年初|年末|上期|上月|上年|上页|本期|本月|本页|起始|终了|上日|昨日|当前|截[止至]|日[初终])(?:余额|结余|结转|结存)|承前页|过次页|结转下[年期页]|上年结转|opening balance|closing balance|balance (?:brought|carried) forward|balance [bc]\/[fd])$/iu;
/** What begins a row of sums that has no day: the word, and perhaps what was counted. */
const sumBeginning =
  /^(?:合计|总计|小计|累计|总额|本页合计|汇总|total|subtotal|sum)(?:$|\s*(?:[:：(（\d¥￥共]|人民币|大写|金额|笔))|(?:合计|总计|小计|累计|汇总)(?:[:：·(（]|$)|\stotal$/iu;
/** What stands in the line below a table: who made it, when it was printed. */
const notes =
  /^(?:(?:制表|制单|复核|审核|审批|经办|出纳|会计|操作|记账|填表|财务)(?:人|员|者|主管|负责人)?(?:签[字名章])?|(?:打印|导出|下载|查询|生成|制表|报表)(?:时间|日期|人|编号)?|备注|说明|声明|注|附注|特别提示|温馨提示|页码|单位|制单单位)(?:\d*(?:[:：.、]|\s|$))|^第\s*\d+\s*页/u;

/** The first signs of the words above, and what programs put before them: nearly every cell begins with another. */
const firstSigns = new Uint8Array(65_536);
for (const sign of '本当全以累收支借贷转金费合总小汇共期月年上下起终承过结应已未第日旬周季一二三四五六七八九十各每平截 "`=gGsStToOcCbB') {
  firstSigns[sign.charCodeAt(0)] = 1;
}
for (const digit of '0123456789') firstSigns[digit.charCodeAt(0)] = 2;
const lastSigns = new Uint8Array(65_536);
for (const sign of '计额总汇数转页存结余期年月笔条行和均值币:：)） "\tlLmMdDfFeE') lastSigns[sign.charCodeAt(0)] = 1;
const longestWord = 24;
const longestText = 200;
/** A sign that every one of the words has. */
const within = /[计额总汇余结转页均]|共|total|sum|balance/iu;

/** A cell as the words are compared: `合 计` is 合计. */
const sumText = (cell: string): string =>
  cell.length > longestText
    ? ''
    : cellText(cell)
        .normalize('NFKC')
        .replaceAll(/\s+/gu, ' ')
        .replaceAll(/(?<=[合总小累汇余本共]) (?=[计额总笔]|\d)/gu, '');

/** Whether a cell is a sum or a balance and nothing else. */
const sumWord = (cell: string): 'totals' | 'balance' | null => {
  if (!within.test(cell)) return null;
  const text = sumText(cell).replace(/:$/u, '').trim();
  if (sums.test(text)) return 'totals';
  return balances.test(text) ? 'balance' : null;
};

/** Whether a cell may be one of the words; one that begins with a digit only as `10月合计` is. */
const mayBeWord = (cell: string): boolean => {
  const { length } = cell;
  if (length < 2 || length > longestWord) return false;
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(length - 1);
  if (firstSigns[first] === 0) return false;
  if (firstSigns[first] === 2) return last > 0x2e7f && lastSigns[last] === 1;
  return lastSigns[last] === 1 || cell[0] === '共' || cell[0] === '合';
};

/** What a row shows of what makes it one: its day and its amount read, there but unreadable, or blank. */
export interface RowSigns {
  readonly day: 'read' | 'unread' | 'blank';
  readonly amount: 'read' | 'unread' | 'blank';
  /** It has a number, or names somebody. */
  readonly isNamed: boolean;
}

/** Whether a row begins with whose sum it is: `甲公司 小计`, `服务费合计`. Further behind such a text may be what somebody paid for. */
const isSumOfSomebody = (cells: readonly string[]): boolean => {
  const at = (cells[0] === '' ? cells.find((cell) => cell !== '') : cells[0]) ?? '';
  // Nearly every cell ends with a digit or a letter.
  if (at.length > longestWord || lastSigns[at.charCodeAt(at.length - 1)] !== 1) return false;
  return /(?:合计|小计|总计|共计):?$/u.test(sumText(at));
};

/** A row with a day and an amount is a row, whatever its first cell is, unless a cell is nothing but a word for a sum or a balance, or the first ends with one. */
export const skipOfSumWord = (cells: readonly string[]): 'totals' | 'balance' | null => {
  for (const cell of cells) {
    const found = mayBeWord(cell) ? sumWord(cell) : null;
    if (found !== null) return found;
  }
  return isSumOfSomebody(cells) ? 'totals' : null;
};

const letter = /\p{L}/u;
/** Whether a row has nothing but numbers, with their currency: the sum of a column, to which nobody put a word. */
const hasNumbersAlone = (filled: readonly string[]): boolean =>
  filled.every((cell) => !letter.test(cell.replaceAll(/人民币|RMB|CNY|[元笔万千百亿¥￥]/giu, '')));

const skipOfPart = (
  filled: readonly string[],
  { day, amount, isNamed }: RowSigns,
): 'totals' | 'comment' | 'note' | null => {
  const [first = ''] = filled;
  if (day !== 'read' && amount !== 'read' && comment.test(first)) return 'comment';
  if (day !== 'read' && filled.some((cell) => sumBeginning.test(sumText(cell)))) return 'totals';
  if (amount === 'read') return day === 'blank' && !isNamed && hasNumbersAlone(filled) ? 'totals' : null;
  if (notes.test(first)) return 'note';
  if (day === 'read') return null;
  // A line of text; what has a number of its own, a day or an amount, even a wrong one, is a row that cannot be read.
  return filled.length < 3 && (amount === 'blank' || (day === 'blank' && !isNamed)) ? 'note' : null;
};

const isHeadOf = (filled: readonly string[], head: readonly string[]): boolean => {
  const names = head.map(cellText).filter((name) => name !== '');
  return names.length > 1 && names.length === filled.length && names.every((name, at) => name === filled[at]);
};

/** Whether a row is the head once more. */
export const isHeadAgain = (cells: readonly string[], head: readonly string[]): boolean =>
  isHeadOf(
    cells.map(cellText).filter((cell) => cell !== ''),
    head,
  );

/** Whether a row is one of the two rows of a head once more; a word alone says so only in its own column. */
export const isHeadPart = (cells: readonly string[], parts: readonly (readonly string[])[]): boolean =>
  parts.length > 1 &&
  parts.some((part) => {
    const most = Math.max(part.length, cells.length);
    const texts = Array.from({ length: most }, (_, column) => cellText(cells[column] ?? ''));
    return texts.some((text) => text !== '') && texts.every((text, column) => text === cellText(part[column] ?? ''));
  });

/**
 * Why a row below the head is skipped; null for a row of the table, also for one that cannot be read whole.
 *
 * @param head the cells of the head, which may be repeated below
 */
export const skipReason = (
  cells: readonly string[],
  signs: RowSigns,
  head: readonly string[] = [],
): Exclude<SkipReason, 'preamble' | 'afterSums' | 'numberedSums' | 'faulty'> | null => {
  const whole = skipOfSumWord(cells);
  if (whole !== null || (signs.day === 'read' && signs.amount === 'read')) return whole;
  const filled = cells.map(cellText).filter((cell) => cell !== '');
  if (filled.length === 0) return 'blank';
  if (isHeadOf(filled, head)) return 'head';
  return skipOfPart(filled, signs);
};
