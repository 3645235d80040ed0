import {
  agreedSides,
  cellText,
  currencyOfHead,
  dayOrderOf,
  fenOfText,
  type HeadNames,
  headJoint,
  isFlowHead,
  isSideOfBalance,
  looksLikeAmount,
  looksLikeDay,
  type MoneyUnit,
  mostAre,
  recogniseColumns,
  samplesOf,
  sideOfHead,
  sideOfText,
  unitOfFile,
  unitOfHead,
  withoutSide,
} from '../table.ts';
import { type LedgerField, type LedgerMapping, ledgerHeads } from './ledger-columns.ts';
import { headsOf, shapeOfHead } from './ledger-shape.ts';

/** What stands around a head: rows above it, and the first below. */
export interface HeadSurroundings {
  readonly preamble?: readonly (readonly string[])[];
  readonly rows?: readonly (readonly string[])[];
}

type Columns = Partial<Record<LedgerField, number>>;
type Rows = readonly (readonly string[])[];

const isSide = (text: string): boolean => sideOfText(text) !== null;

const speaksOfSides = (samples: readonly string[]): boolean =>
  mostAre(samples, isSide) || agreedSides(samples) !== undefined;

/** Heads that contain a field's name and mean something else. */
const others: Readonly<Partial<Record<LedgerField, RegExp>>> = {
  reference:
    /^(?:客户|商户|门店|店铺|员工|产品|商品|科目|项目|机构|部门|会员|设备|供应商|公司|网点|终端|批次)(?:编号|代码|号)/u,
  amount: /优惠|折扣|税额|运费|退款|抵扣|红包|补贴|余额|限额|额度|贷款金额|借款金额|计费金额|profit/iu,
  status: /退款|发货|物流|售后|开票|发票|对账|结算|评价|打印/u,
};

/** Whether what stands in a column can be what a field asks for; amounts in another currency only where there are no others. */
const fitsOf =
  (head: readonly string[], rows: Rows, { unit, isStrict }: { readonly unit: MoneyUnit; readonly isStrict: boolean }) =>
  (field: LedgerField, column: number): boolean => {
    const name = (head[column] ?? '').normalize('NFKC').replace(headJoint, '').trim();
    if (isStrict && others[field]?.test(name) === true) return false;
    if (isStrict && field === 'amount' && (currencyOfHead(name) !== null || /^原币|^外币/u.test(name))) return false;
    const samples = samplesOf(rows, column);
    if (field === 'occurredOn') return mostAre(samples, looksLikeDay) || dayOrderOf(samples) === 'serial';
    if (field === 'amount' || field === 'refund' || field === 'amountIn' || field === 'amountOut') {
      return mostAre(samples, (text) => looksLikeAmount(text, unitOfHead(name) ?? unit));
    }
    if (field === 'flow') return speaksOfSides(samples) || isFlowHead(name);
    // Without any value a column says nothing of a row.
    return field !== 'reference' || rows.length === 0 || samples.length > 0;
  };

/** The two columns that are in and out: the pair in which amounts stand, and which is called alike. */
const splitOf = (head: readonly string[], rows: Rows, unit: MoneyUnit): Columns => {
  const candidates = head.flatMap((name, column) => {
    const side = sideOfHead(name);
    const samples = samplesOf(rows, column);
    if (side === undefined || !mostAre(samples, (text) => looksLikeAmount(text, unitOfHead(name) ?? unit))) return [];
    const isForeign = currencyOfHead(name) !== null;
    return [{ side, column, like: withoutSide(name), hasSamples: samples.length > 0, isForeign }];
  });
  const pairs = candidates
    .filter(({ side }) => side === 'in')
    .flatMap((income) => candidates.filter(({ side }) => side === 'out').map((expense) => ({ income, expense })));
  const worth = ({ income, expense }: (typeof pairs)[number]): number =>
    (income.isForeign || expense.isForeign ? 0 : 4) +
    (income.hasSamples || expense.hasSamples ? 2 : 0) +
    (income.like === expense.like ? 1 : 0);
  const [best] = [...pairs].sort((a, b) => worth(b) - worth(a));
  return best === undefined ? {} : { amountIn: best.income.column, amountOut: best.expense.column };
};

/** The unit of a file's amounts: as their head says, or a line above it. */
const unitOf = (name: string, preamble: Rows): MoneyUnit => unitOfFile(name, preamble) ?? 'yuan';

const isBelowZero = (cells: readonly string[], column: number, unit: MoneyUnit): boolean =>
  (fenOfText((cells[column] ?? '').trim(), unit) ?? 0) < 0;

/** The column of sides that says what amounts without a sign leave open: by its head, or by what it holds. */
const flowOf = (
  named: number | undefined,
  {
    head,
    rows,
    amount,
    unit,
    taken,
  }: { head: readonly string[]; rows: Rows; amount: number; unit: MoneyUnit; taken: readonly number[] },
): number | undefined => {
  // Where all that comes in is below zero and all that goes out is not, signs and sides say opposite things.
  const contradicts = (column: number): boolean => {
    const signed = rows.map((cells) => ({
      side: sideOfText(cellText(cells[column] ?? '')),
      isBelow: isBelowZero(cells, amount, unit),
    }));
    const isOpposite = signed.every(({ side, isBelow }) => (side === 'in' && isBelow) || (side === 'out' && !isBelow));
    return isSideOfBalance(head, column) || (isOpposite && signed.some(({ side }) => side === 'in'));
  };
  const isSigned = rows.some((cells) => isBelowZero(cells, amount, unit));
  if (named !== undefined) {
    const isOther = isSigned && !speaksOfSides(samplesOf(rows, named));
    return isOther || contradicts(named) ? undefined : named;
  }
  if (rows.length === 0 || isSigned) return undefined;
  const found = head.findIndex((_, column) => {
    const samples = samplesOf(rows, column);
    if (taken.includes(column) || isSideOfBalance(head, column)) return false;
    // One word alone may be of a grade, a kind or a state; only where both occur they are surely sides.
    const sides = new Set(samples.map((text) => (text.length > 6 || /^[/-]$/.test(text) ? null : sideOfText(text))));
    return sides.has('in') && sides.has('out') && !sides.has(null);
  });
  return found === -1 ? undefined : found;
};

/** What numbers for sides stand for, by agreement: 1 is 借 where the head speaks of 借贷; with 收付 others begin with 收. */
const agreedOf = (name: string, samples: readonly string[]): LedgerMapping['sides'] =>
  samples.some((text) => /\d/.test(text)) && !/借|debit|dr/iu.test(name) ? undefined : agreedSides(samples);

/** Rows as full as rows of the table are: the head again, sums and notes below a short table are no samples of it. */
const fullRows = (head: readonly string[], below: Rows): Rows => {
  const names = head.map(cellText).join('\n').trim();
  const rows = below.filter((cells) => cells.map(cellText).join('\n').trim() !== names);
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const most = Math.max(0, ...filled);
  return rows.filter((_, at) => (filled[at] ?? 0) * 2 >= most);
};

const hasDayAndMoney = ({ occurredOn, amount, amountIn, amountOut }: Columns): boolean =>
  occurredOn !== undefined && (amount ?? amountIn ?? amountOut) !== undefined;

const columnsOf = (
  head: readonly string[],
  heads: HeadNames<LedgerField>,
  { rows, unit, isPlain }: { readonly rows: Rows; readonly unit: MoneyUnit; readonly isPlain: boolean },
): Columns => {
  if (!isPlain) return recogniseColumns(head, heads, fitsOf(head, rows, { unit, isStrict: false }));
  const strict = recogniseColumns(head, heads, fitsOf(head, rows, { unit, isStrict: true }));
  if (strict.amount !== undefined) return strict;
  // So that it is clear why an amount cannot be read.
  const { amount } = recogniseColumns(
    head.map((name) => (currencyOfHead(name) === null ? '' : name)),
    heads,
    fitsOf(head, rows, { unit, isStrict: false }),
  );
  return amount === undefined ? strict : { ...strict, amount };
};

/** Whether one side alone leaves amounts of the other out: it has nothing where another column has an amount. */
const hasOther = (
  head: readonly string[],
  rows: Rows,
  { side, columns }: { side: number; columns: Columns },
): boolean =>
  head.some((name, column) => {
    if (column === side || Object.values(columns).includes(column) || /余额|结余|结存|笔数|数量|税|费率/u.test(name))
      return false;
    const isAmount = (cells: readonly string[], at: number): boolean =>
      (fenOfText(cellText(cells[at] ?? '')) ?? 0) !== 0;
    return (
      rows.some((cells) => !isAmount(cells, side) && isAmount(cells, column)) &&
      mostAre(samplesOf(rows, column), (text) => /^[-+(¥￥]*[\d,]+\.\d+\)?$/.test(text))
    );
  });

/** What is named is asked about although it holds something else: rows that cannot be read are named, a column that is not taken is missed. */
const askedAnyway: ReadonlySet<LedgerField> = new Set(['occurredOn', 'amount', 'flow']);

const withNamed = (found: Columns, head: readonly string[], heads: HeadNames<LedgerField>): Columns => {
  const taken = new Set(Object.values(found));
  const named = recogniseColumns(
    head,
    heads,
    (field, column) =>
      askedAnyway.has(field) &&
      !taken.has(column) &&
      others[field]?.test((head[column] ?? '').replace(headJoint, '').trim()) !== true,
  );
  return { ...named, ...found };
};

/** How a file is read without help: what its head says, and what stands below it. @source R13.1 */
export const recogniseLedger = (
  head: readonly string[],
  { preamble = [], rows: below = [] }: HeadSurroundings = {},
): LedgerMapping => {
  const rows = fullRows(head, below);
  const own = headsOf(head);
  // A shop's table may have one of the names by which a platform's statement is known, and no other.
  const isKnown = shapeOfHead(head) !== 'plain' && hasDayAndMoney(recogniseColumns(head, own.heads));
  const { heads, isOfRefunds } = isKnown ? own : { heads: ledgerHeads, isOfRefunds: false };
  const isPlain = !isKnown;
  const guess = unitOf('', preamble);
  const found = withNamed(columnsOf(head, heads, { rows, unit: guess, isPlain }), head, heads);
  const split = isPlain ? splitOf(head, rows, guess) : found;
  const isSplit = split.amountIn !== undefined && split.amountOut !== undefined;
  const { amount, flow, refund, amountIn, amountOut, ...rest } = found;
  const columns: Columns = { ...rest };
  if (isSplit) {
    Object.assign(columns, { amountIn: split.amountIn, amountOut: split.amountOut });
  } else if (amount !== undefined) {
    const side = flowOf(flow, { head, rows, amount, unit: guess, taken: [amount, ...Object.values(rest)] });
    Object.assign(columns, { amount }, side !== undefined && { flow: side }, refund !== undefined && { refund });
  } else {
    const side = amountIn ?? amountOut;
    if (side !== undefined && !hasOther(head, rows, { side, columns })) {
      Object.assign(columns, amountIn !== undefined && { amountIn }, amountOut !== undefined && { amountOut });
    }
  }
  const money = columns.amount ?? columns.amountIn ?? columns.amountOut;
  // Amounts in the own currency beside a column of what they were before.
  if (money !== undefined && /本币|本位币|人民币|RMB|CNY/iu.test(head[money] ?? '')) delete columns.currency;
  const sides =
    columns.flow === undefined ? undefined : agreedOf(head[columns.flow] ?? '', samplesOf(rows, columns.flow));
  return {
    columns,
    sign: isOfRefunds ? 'reversed' : 'asIs',
    dayOrder: columns.occurredOn === undefined ? 'ymd' : dayOrderOf(samplesOf(rows, columns.occurredOn)),
    unit: money === undefined ? 'yuan' : unitOf(head[money] ?? '', preamble),
    ...(sides !== undefined && { sides }),
  };
};
