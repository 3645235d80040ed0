import { type Fen, isWithinBound, largestAmount, rmbText } from '../money.ts';
import {
  amountFault,
  cellText,
  countOfText,
  dayReader,
  fenOfText,
  fieldsState,
  isErrorValue,
  type MoneyUnit,
  type RowReading,
  type RowSigns,
  rateOfText,
  rateSignOfHead,
  saysNothing,
  textFault,
  unitPriceOfText,
  type WrittenAmounts,
  zonedDays,
} from '../table.ts';
import { type ColumnMapping, type LineField, lineFieldNames, lineFields } from './line-columns.ts';

/** A line as a row says it; the parties are names or ids, which the database resolves. */
export interface ImportedLine {
  readonly tenant: string;
  readonly project: string;
  readonly product: string;
  readonly org: string;
  readonly loanNo: string;
  readonly occurredOn: string;
  /** @unit fen */
  readonly loanFen: Fen | null;
  readonly quantity: number | null;
  readonly unit: string;
  readonly rateMillionths: number | null;
  readonly borrowerMasked: string | null;
  readonly correctsLineId: string | null;
}

/** What is wrong with a cell of a row. */
export interface LineFault {
  readonly field: LineField;
  /** What the cell says. */
  readonly text: string;
  readonly reason: string;
}

/** A row as it was read: a line, or everything that is wrong with it. */
export type ReadRow = Exclude<RowReading<ImportedLine, never, LineFault>, { readonly kind: 'left' }>;

const longest: Readonly<Partial<Record<LineField, number>>> = {
  tenant: 80,
  project: 60,
  product: 80,
  org: 60,
  loanNo: 64,
  unit: 20,
  borrower: 40,
  correctsLineId: 64,
};
/** Where a stroke says that there is nothing. */
const ofNumbers: ReadonlySet<LineField> = new Set([
  'loanNo',
  'occurredOn',
  'loanAmount',
  'quantity',
  'rate',
  'correctsLineId',
]);
/** Where an error value says that there was a number. */
const ofAmounts: ReadonlySet<LineField> = new Set(['loanAmount', 'quantity', 'rate']);
const unitOfMoney = '元';
/** A name of which the first sign alone is shown; one that is masked already stays. @source R6, ux "Always" */
export const maskedName = (name: string): string => {
  if (name.includes('*')) return name;
  const [first = '', ...rest] = name;
  return `${first}${'*'.repeat(Math.max(1, Math.min(rest.length, 4)))}`;
};

/** The texts of a row by field, and the faults that any text can have. */
const textsOf = (
  cells: readonly string[],
  mapping: ColumnMapping,
  faults: LineFault[],
): Partial<Record<LineField, string>> => {
  const texts: Partial<Record<LineField, string>> = {};
  for (const field of lineFields) {
    const source = mapping[field];
    if (source === undefined) continue;
    const text = 'value' in source ? source.value : cellText(cells[source.column] ?? '');
    // A unit or a name may be a stroke of a person's own.
    const isFailed = ofAmounts.has(field) && isErrorValue(text);
    if (text === '' || (ofNumbers.has(field) && !isFailed && saysNothing(text))) continue;
    const reason = textFault(text, longest[field]);
    if (reason === undefined) texts[field] = text;
    else faults.push({ field, text, reason });
  }
  return texts;
};

/** Most likely the column of another number, or a wrong unit. @source billing.md, bills */
const tooLarge = {
  loanAmount: `超过一条明细的上限 ${rmbText(largestAmount)}，请检查所选的列与金额单位`,
  quantity: `超过一条明细的上限 ${largestAmount.toLocaleString('en-US')}，请检查所选的列`,
} as const;

/** The one basis of a line: its amount, or its count with a unit. */
const basisOf = (texts: Partial<Record<LineField, string>>, money: MoneyUnit, faults: LineFault[]) => {
  const { loanAmount, quantity, unit } = texts;
  const fault = (field: LineField, text: string, reason: string) => {
    faults.push({ field, text, reason });
    return { loanFen: null, quantity: null, unit: unitOfMoney };
  };
  if (loanAmount !== undefined && quantity !== undefined) {
    return fault('quantity', quantity, '金额与数量只能填一个');
  }
  if (loanAmount !== undefined) {
    const loanFen = fenOfText(loanAmount, money);
    if (loanFen === null) return fault('loanAmount', loanAmount, amountFault(loanAmount, money));
    if (!isWithinBound(loanFen)) return fault('loanAmount', loanAmount, tooLarge.loanAmount);
    if (unit !== undefined && unit !== unitOfMoney) return fault('unit', unit, '有金额的明细以“元”为单位');
    return { loanFen, quantity: null, unit: unitOfMoney };
  }
  if (quantity === undefined) return fault('loanAmount', '', '缺少金额或数量');
  const counted = countOfText(quantity);
  if (counted === null) return fault('quantity', quantity, '不是整数');
  if (!isWithinBound(counted)) return fault('quantity', quantity, tooLarge.quantity);
  if (unit === undefined) return fault('unit', '', '缺少单位');
  return { loanFen: null, quantity: counted, unit };
};

/** @unit millionths */
const hundredPercent = 1_000_000;

/** What the file says of all its rates and days. */
interface LineFormats {
  /** The day that a text states, or why it states none. */
  readonly dayOf: (text: string, cells: readonly string[]) => string | { readonly reason: string };
  /** The sign that the head of the rates names. */
  readonly rateSign: ReturnType<typeof rateSignOfHead>;
}

/** The rate of a line's own: of its amount, or the price of a unit where it counts them. */
const ownRateOf = (
  text: string | undefined,
  { isOfMoney, rateSign }: { readonly isOfMoney: boolean; readonly rateSign: LineFormats['rateSign'] },
  faults: LineFault[],
): number | null => {
  if (text === undefined) return null;
  // A spreadsheet shows 0.6% and keeps 0.006, a text has 0.6 under the same head: which it is nobody knows.
  const isBare = isOfMoney && rateSign !== undefined && !/[%％‰]\s*$/u.test(text);
  const rate = isBare ? null : isOfMoney ? rateOfText(text) : unitPriceOfText(text);
  const reason = isBare
    ? `列名写的是“${rateSign}”，请在数值后面写上这个符号，应如 0.6${rateSign}`
    : isOfMoney
      ? '不是费率：应如 1.2% 或 0.012'
      : '不是单价：按数量计的明细填每单位的金额，应如 2.20';
  if (rate === null) faults.push({ field: 'rate', text, reason });
  else if (isOfMoney && rate > hundredPercent) faults.push({ field: 'rate', text, reason: '费率不能超过 100%' });
  return rate;
};

/** What the amounts of a file are in. */
export const moneyUnitOf = ({ loanAmount }: ColumnMapping): MoneyUnit =>
  (loanAmount !== undefined && 'column' in loanAmount ? loanAmount.unit : undefined) ?? 'yuan';

/** What of a row's day and amount could be read, and whether it names anything of its own. */
const signsOf = (
  texts: Partial<Record<LineField, string>>,
  mapping: ColumnMapping,
  faults: readonly LineFault[],
): RowSigns => {
  const { loanAmount, quantity } = texts;
  // One that is below zero, or stands beside a count, is an amount all the same.
  const isAmount =
    (loanAmount !== undefined && fenOfText(loanAmount, moneyUnitOf(mapping)) !== null) ||
    (quantity !== undefined && countOfText(quantity) !== null);
  // What stands for every row says nothing of this one.
  const own = (['tenant', 'project', 'product', 'org', 'loanNo', 'borrower'] as const).filter((field) => {
    const source = mapping[field];
    return source !== undefined && 'column' in source;
  });
  return {
    day: fieldsState(['occurredOn'], texts, faults),
    amount: isAmount ? 'read' : fieldsState(['loanAmount', 'quantity'], texts, faults),
    isNamed: own.some((field) => texts[field] !== undefined),
  };
};

const isId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

const noDay = { reason: '不是日期：应如 2026-11-20' };

const formatsOf = (mapping: ColumnMapping, head: readonly string[]): LineFormats => {
  const columnOf = (field: LineField): number | undefined => {
    const source = mapping[field];
    return source !== undefined && 'column' in source ? source.column : undefined;
  };
  const nameOf = (field: LineField): string => head[columnOf(field) ?? -1] ?? '';
  const plain = dayReader(nameOf('occurredOn'));
  const zoned = zonedDays(head, columnOf('occurredOn'));
  const dayOf: LineFormats['dayOf'] = (text, cells) => {
    const found = zoned?.(cells, text) ?? null;
    if (found === null) return plain(text) ?? noDay;
    return 'day' in found ? found.day : found;
  };
  return { dayOf, rateSign: rateSignOfHead(nameOf('rate')) };
};

/**
 * Reads rows as lines. Everything that is wrong with one is named at once.
 *
 * @param head names of columns that say in which zone their times are, or of what their rates are
 * @source R11.6, billing.md, lines
 */
export const lineRowReader = (
  mapping: ColumnMapping,
  head: readonly string[] = [],
): ((cells: readonly string[]) => ReadRow) => {
  const formats = formatsOf(mapping, head);
  return (cells) => readLine(cells, mapping, formats);
};

/** Reads one row by itself. */
export const lineOfRow = (cells: readonly string[], mapping: ColumnMapping): ReadRow => lineRowReader(mapping)(cells);

const readLine = (cells: readonly string[], mapping: ColumnMapping, { dayOf, rateSign }: LineFormats): ReadRow => {
  const faults: LineFault[] = [];
  const texts = textsOf(cells, mapping, faults);
  const isFaulty = (field: LineField): boolean => faults.some((fault) => fault.field === field);
  const need = (field: LineField): string => {
    const text = texts[field];
    if (text === undefined && !isFaulty(field))
      faults.push({ field, text: '', reason: `缺少${lineFieldNames[field]}` });
    return text ?? '';
  };
  const [tenant, project, product, org] = [need('tenant'), need('project'), need('product'), need('org')];
  const [loanNo, dayText] = [need('loanNo'), need('occurredOn')];
  const dated = dayText === '' ? null : dayOf(dayText, cells);
  const occurredOn = typeof dated === 'string' ? dated : null;
  if (dated !== null && typeof dated === 'object') {
    faults.push({ field: 'occurredOn', text: dayText, reason: dated.reason });
  }
  const basis =
    isFaulty('loanAmount') || isFaulty('quantity') || isFaulty('unit')
      ? null
      : basisOf(texts, moneyUnitOf(mapping), faults);
  // Of a basis that is wrong nobody knows whether it counts.
  const isUnknown = basis?.quantity == null && texts.quantity !== undefined;
  const rateMillionths = isUnknown
    ? null
    : ownRateOf(texts.rate, { isOfMoney: texts.quantity === undefined, rateSign }, faults);
  const corrects = texts.correctsLineId ?? null;
  if (corrects !== null && !isId(corrects)) {
    faults.push({ field: 'correctsLineId', text: corrects, reason: '不是明细号' });
  }
  const size = basis?.loanFen ?? basis?.quantity ?? 0;
  if (size < 0 && corrects === null) {
    const field = basis?.loanFen === null ? 'quantity' : 'loanAmount';
    faults.push({ field, text: texts[field] ?? '', reason: '小于零：只有更正以前明细的行可以是负数' });
  }
  if (faults.length > 0 || occurredOn === null || basis === null) {
    return { kind: 'faulty', faults, signs: signsOf(texts, mapping, faults) };
  }
  const written: WrittenAmounts = [basis.loanFen ?? 0, 0];
  const borrowerMasked = texts.borrower === undefined ? null : maskedName(texts.borrower);
  return {
    kind: 'row',
    written,
    row: {
      tenant,
      project,
      product,
      org,
      loanNo,
      occurredOn,
      ...basis,
      rateMillionths,
      borrowerMasked,
      correctsLineId: corrects,
    },
  };
};
