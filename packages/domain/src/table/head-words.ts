import { foreignCurrency, type MoneyUnit } from './amount-text.ts';

/** What stands in brackets or behind a stroke of a head: `金额（万元）`, `金额/万元`, `金额:千元`. */
const asides = (head: string): readonly string[] => {
  const plain = head.normalize('NFKC').replaceAll(/\s/gu, '');
  const inside = [...plain.matchAll(/[([【](.*?)[)\]】]/gu)].map(([, text = '']) => text);
  const [, behind] = /[/:_·-]([^/:_·()-]+)$/u.exec(plain) ?? [];
  return behind === undefined ? inside : [...inside, behind];
};

const longestHead = 100;
const longestShown = 40;

const unitWords: readonly (readonly [pattern: RegExp, unit: MoneyUnit])[] = [
  [/^亿元?$/u, 'hundredMillionYuan'],
  [/^百万元?$|^(?:in)?(?:millions?|mn|mm|m)$/u, 'millionYuan'],
  [/^万元?$/u, 'tenThousandYuan'],
  [/^千元?$|^(?:in)?(?:'?000s?|k|thousands?)$/u, 'thousandYuan'],
  [/^(?:分|fen|cents?)$/u, 'fen'],
  [/^(?:元|yuan|圆)?$/u, 'yuan'],
];

/** A word that can be of a unit: it names one, or one that is none of ours (`十万元`, `角`). */
const ofUnit =
  /^(?:[十百千万亿]*(?:元|圆)|[十百千万亿]+|[分角厘]|(?:in)?(?:millions?|mn|mm|m|'?000s?|k|thousands?)|fen|cents?|yuan)$/u;
const yuanNames = /人民币|rmb|cny|[¥￥]/gu;

/** The word of a unit without what may stand with it: `单位：人民币万元` is 万元; empty where it is no unit. */
const unitWordOf = (word: string): string => {
  const bare = word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s|^(?:金额|货币)?单位[:]?|[+-]|含税|不含税/gu, '')
    .replaceAll(yuanNames, '')
    .replace(/^[:,、;]+|[:,、;]+$/gu, '');
  return ofUnit.test(bare) ? bare : '';
};

/** Whether a text is a unit and nothing else: `万元`, `（元）`. */
export const isUnitWord = (text: string): boolean =>
  text.length <= longestHead && unitWordOf(text.normalize('NFKC').replaceAll(/[()]/gu, '')) !== '';

/** The words of units in a head: in its asides, or before or behind its name. */
const unitWordsOf = (head: string): readonly string[] => {
  const plain = head.slice(0, longestHead).normalize('NFKC').replaceAll(/\s/gu, '');
  const [, joined = ''] = /([十百千万亿]+[元圆])/u.exec(plain) ?? [];
  const parts = asides(plain).flatMap((aside) => [aside, ...aside.split(/[,、;/:]/u)]);
  // Of `Amount CNY k` what stands behind the yuan.
  const [, behind = ''] = /(?:cny|rmb|[¥￥])('?000s?|[a-z]{1,9})$/iu.exec(plain) ?? [];
  return [...parts, joined, behind].map(unitWordOf).filter((word) => word !== '');
};

const unitOfWord = (word: string): MoneyUnit | undefined => unitWords.find(([pattern]) => pattern.test(word))?.[1];

/** The unit that the head of a column of amounts names; undefined where it names none. */
export const unitOfHead = (head: string): MoneyUnit | undefined =>
  unitWordsOf(head)
    .map(unitOfWord)
    .find((unit) => unit !== undefined);

/** A unit that the head of a column of amounts names and that amounts cannot be read in: `十万元`; null where it names none. */
export const strangeUnitOfHead = (head: string): string | null =>
  unitWordsOf(head).find((word) => unitOfWord(word) === undefined) ?? null;

const lineOf = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.trim().slice(0, longestHead))
    .join(' ')
    .slice(0, 10 * longestHead);

/** What a title ends with in brackets: `收支明细表（万元）`; empty for a line of several cells. */
const asideOfTitle = (cells: readonly string[]): string => {
  const [title = '', ...more] = cells.filter((cell) => cell.trim() !== '');
  if (more.length > 0 || title.length > longestHead) return '';
  return /[(（]([^()（）]{1,8})[)）]$/u.exec(title.trim())?.[1]?.trim() ?? '';
};

/** In what a line above the table says that its amounts are counted: `金额以万元计`, `RMB in thousands`; empty where it says nothing. */
const countedIn = (cells: readonly string[]): string => {
  const text = lineOf(cells).normalize('NFKC');
  const [, word] =
    /以\s{0,3}([^\s,;:()]{1,8}?)\s{0,3}(?:为单位|列示|表示|计价|计(?=$|[\s),;.。、，]))/u.exec(text) ??
    /\bin (?:rmb |cny )?('?000s?|thousands?|millions?)\b/iu.exec(text) ??
    [];
  return word ?? '';
};

/** The unit that a line above the table names for all of it: `单位：万元`, or that of a title. */
export const unitOfPreamble = (cells: readonly string[]): MoneyUnit | undefined => {
  const aside = asideOfTitle(cells);
  if (/[元圆]$/u.test(aside) && unitWordOf(aside) !== '') return unitOfWord(unitWordOf(aside));
  const text = cells
    .join(' ')
    .normalize('NFKC')
    .replaceAll(/[\s:]+/gu, ' ');
  const [, word = ''] =
    /(?:^|[\s(（,;])(?:金额|货币)?单位[为是]? ?((?:人民币|RMB|CNY)? ?(?:亿|百万|万|千)?[元分])(?=$|[\s)）,;、])/iu.exec(
      text,
    ) ?? [];
  return unitOfWord(unitWordOf(word === '' ? countedIn(cells) : word) || 'none');
};

/** Heads of a column that names the currency of each row's amounts. */
export const currencyHeads: readonly string[] = [
  '币种',
  '币别',
  '货币',
  '货币种类',
  '交易币种',
  '记账币种',
  '交易货币',
  '结算币种',
  '币种代码',
  'currency',
  'crcy',
  'curr.',
  'ccy',
];

/** The other currency that the head of a column of amounts names; null where it names none. */
export const currencyOfHead = (head: string): string | null => foreignCurrency(head.slice(0, longestHead));

/** The unit that a file names for a column of amounts: in its head, or above the table; undefined where it names none. */
export const unitOfFile = (name: string, preamble: readonly (readonly string[])[]): MoneyUnit | undefined =>
  unitOfHead(name) ?? preamble.map(unitOfPreamble).find((unit) => unit !== undefined);

const currencyAlone =
  /^(?:港[币元]|台币|美[元金]|欧元|英镑|日[元圆]|澳门[币元]|新加坡元|新元|澳[元币]|韩元|加元|泰铢|卢布|卢比|瑞士法郎|越南盾|林吉特|马币|[a-z]{3}|(?:hk|nt|us)?\$|[€£₩฿₹₫])+$/iu;

/** A title that says nothing but a currency: `美元账户明细`, `USD 2026-10`; another has the word in a name. */
const currencyOfTitle = (cells: readonly string[]): string | null => {
  const aside = asideOfTitle(cells);
  if (aside !== '') return foreignCurrency(aside);
  const [title = '', ...more] = cells.filter((cell) => cell.trim() !== '');
  const code = more.length > 0 || title.length > longestShown ? null : foreignCurrency(title);
  const rest = title
    .normalize('NFKC')
    .replaceAll(
      /[\d\s年月日季度第上下半._()-]|账户|[户账]|流水|明细|账单|对账单?|收支|交易|记录|表|sheet|account/giu,
      '',
    );
  return code !== null && currencyAlone.test(rest) ? code : null;
};

/** What a line above the table names as the unit of all of it: `单位：美元`; a longer word is the name of a company. */
const unitOfLine = (cells: readonly string[]): string =>
  /单位\s{0,3}[:\s为是]\s{0,3}([^\s,;:)]{1,6})(?=$|[\s,;)])/u.exec(lineOf(cells).normalize('NFKC'))?.[1] ??
  countedIn(cells);

/** The other currency that a line above the table names for all of it: `币种：美元`, `单位：美元`. */
export const currencyOfPreamble = (cells: readonly string[]): string | null => {
  const text = lineOf(cells).normalize('NFKC');
  const [, word = ''] = /(?:币种|币别|货币|currency)\s*[:\s]\s*([^\s,;:]{1,20})/iu.exec(text) ?? [];
  return foreignCurrency(word) ?? foreignCurrency(unitOfLine(cells)) ?? currencyOfTitle(cells);
};

/** A unit that a line above the table names and that amounts cannot be read in: `单位：十万元`; null where it names none. */
const strangeUnitOfPreamble = (cells: readonly string[]): string | null => {
  const word = unitWordOf(unitOfLine(cells)) || unitWordOf(asideOfTitle(cells));
  return word !== '' && unitOfWord(word) === undefined ? word : null;
};

/**
 * Why amounts under a head cannot be read: it names another currency, or a unit that is none of ours; null where they can.
 *
 * @param only what a sentence about a currency ends with
 * @param hasCurrencies whether a column says row by row in which currency amounts are
 */
export const moneyHeadFault = (head: string, only: string, hasCurrencies = false): string | null => {
  const name = head.trim().slice(0, longestShown);
  const code = currencyOfHead(head);
  if (code !== null) return `“${name}”以 ${code} 计，${only}`;
  // A column that says it row by row knows better.
  if (!hasCurrencies && /原币|外币/u.test(head.slice(0, longestHead))) return `“${name}”没有写明币种，${only}`;
  const strange = strangeUnitOfHead(head);
  return strange === null ? null : `“${name}”以${strange}为单位，请先换算成元`;
};

/** The same of the lines above a table. */
export const preambleFault = (
  preamble: readonly (readonly string[])[],
  { only, hasCurrencies }: { readonly only: string; readonly hasCurrencies: boolean },
): string | null => {
  const code = preamble.map(currencyOfPreamble).find((each) => each !== null);
  // A column that says it row by row knows better.
  if (code !== undefined && code !== null && !hasCurrencies) return `表头之前或工作表名写明币种为 ${code}，${only}`;
  const strange = preamble.map(strangeUnitOfPreamble).find((each) => each !== null);
  return strange === undefined || strange === null ? null : `表头之前或工作表名写明以${strange}为单位，请先换算成元`;
};

/** What the head of a column of rates says of all of them: `费率(%)`, `费率（千分之）`. */
export const rateSignOfHead = (head: string): '%' | '‰' | undefined => {
  const name = head.slice(0, longestHead).normalize('NFKC');
  if (/[%]|百分/u.test(name)) return '%';
  return /‰|千分/u.test(name) ? '‰' : undefined;
};

/** The words by which the numbers of a head are more or less than they say: `单价（分）`, `数量（万次）`, `费率（万分之）`; null where there is none. */
export const multiplierOfHead = (head: string): string | null =>
  asides(head.slice(0, longestHead)).find((aside) =>
    /^[十百千万亿]+(?!分|克|米|瓦|升|卡|帕|赫|字节)|[/每][十百千万亿]|^(?:[分角厘]|cents?|fen)(?:$|\/)|万分|基点|bps/iu.test(
      aside,
    ),
  ) ?? null;

const income =
  /收入|存入|存款|转入|汇入|流入|贷方|来账|收款金额|入账金额|进账|收方|充值|^贷$|^收$|(?<![a-z])credit|creditamount|deposits?|moneyin|paidin/gu;
const expense =
  /支出|支取|取出|取款|转出|汇出|流出|借方|往账|付款金额|出账|付方|提现|^借$|^付$|(?<![a-z])debit|debitamount|withdraw(?:als?)?|moneyout|paidout/gu;
const bareHead = (head: string): string =>
  head.slice(0, longestHead).normalize('NFKC').replaceAll(/\s/gu, '').toLowerCase();

/** A head without its side: two that are alike are a pair. */
export const withoutSide = (head: string): string =>
  bareHead(head)
    .replaceAll(income, '')
    .replaceAll(expense, '')
    .replaceAll(/[()+-]/gu, '');

/** Which sides of an account a head names; null where it is of no amount of a row: a column that says which side, a balance, a count. */
const sidesOfHead = (head: string): { readonly isIn: boolean; readonly isOut: boolean } | null => {
  const name = bareHead(head);
  if (/余额|结余|结存|笔数|数量|标志|方向|类型|账号|户名|账户|税/u.test(name)) return null;
  return { isIn: name.search(income) !== -1, isOut: name.search(expense) !== -1 };
};

/** Which side of an account a column of amounts is, by its head: `转入金额`, `交易金额(支出)`, `贷方发生额`. */
export const sideOfHead = (head: string): 'in' | 'out' | undefined => {
  const sides = sidesOfHead(head);
  if (sides === null || sides.isIn === sides.isOut) return undefined;
  return sides.isIn ? 'in' : 'out';
};

/** Whether a head may stand above a column for each side: `发生额`, `收入与支出金额`; not above a balance, nor where it names one side. */
export const mayHaveSides = (head: string): boolean => {
  const sides = sidesOfHead(head);
  return sides !== null && sides.isIn === sides.isOut;
};
