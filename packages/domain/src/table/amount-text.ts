import { type Fen, fen, rateOfUnitPrice } from '../money.ts';
import { withoutEnd } from '../text-order.ts';

/** Digits with separators of thousands, or without any; nothing in between, where a comma might be a decimal sign. */
const grouped = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})?(?:\.(\d*))?$/;

/** A number as files write it, without its sign: `1,234.50` is `1234` and `50`. */
interface PlainNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly decimals: string;
}

/** Reads a number with a sign before or after it, or in brackets, as accountants write what is below zero. */
const plainNumber = (text: string): PlainNumber | null => {
  let bare = text;
  let isNegative = false;
  const [, inside] = /^\((.*)\)$/.exec(bare) ?? [];
  if (inside !== undefined) {
    isNegative = true;
    bare = inside;
  } else {
    const [, before = '', middle = '', after = ''] = /^([+-]?)(.*?)([+-]?)$/.exec(bare) ?? [];
    if (before !== '' && after !== '') return null;
    isNegative = before === '-' || after === '-';
    bare = middle;
  }
  const found = grouped.exec(bare);
  if (found === null || !/\d/.test(bare)) return null;
  const [whole = ''] = bare.split('.');
  return { isNegative, whole: whole.replaceAll(',', ''), decimals: withoutEnd(found[1] ?? '', '0') };
};

/** Signs that look like digits and count as none of a number: raised, lowered, in circles or brackets. */
const noDigit = /[²³¹⁰-₟①-⓿❶-➓㉈-㉟㊀-㋿\u{1F100}-\u{1F10C}]/u;
/** A space between digits separates thousands, or two numbers. */
const apart = /\d\s+\d/u;
const thousandsApart = /^\D*\d{1,3}(?:\s\d{3})+(?:\.\d*)?\D*$/u;
const longestNumber = 64;

/** Without currency, spaces and full-width forms. */
const bareNumber = (text: string): string =>
  text.length > longestNumber || noDigit.test(text) || (apart.test(text) && !thousandsApart.test(text))
    ? ''
    : text
        .normalize('NFKC')
        .replaceAll(/[\s¥]|RMB|CNY|人民币|元$/giu, '')
        .replace('−', '-');

const safe = (text: string): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
};

/** What the amounts of a file are in. */
export const moneyUnits = [
  'yuan',
  'fen',
  'thousandYuan',
  'tenThousandYuan',
  'millionYuan',
  'hundredMillionYuan',
] as const;
export type MoneyUnit = (typeof moneyUnits)[number];

/** Their names on screen. */
export const moneyUnitNames: Readonly<Record<MoneyUnit, string>> = {
  yuan: '元',
  fen: '分',
  thousandYuan: '千元',
  tenThousandYuan: '万元',
  millionYuan: '百万元',
  hundredMillionYuan: '亿元',
};

/** How many decimals of each are whole fen. */
const fenPlaces: Readonly<Record<MoneyUnit, number>> = {
  yuan: 2,
  fen: 0,
  thousandYuan: 5,
  tenThousandYuan: 6,
  millionYuan: 8,
  hundredMillionYuan: 10,
};

/** What platforms put behind the amount of a payment that was given back later: `131.77(已退款89.84)`. */
const refundedLater = /[(（]已(?:全额)?退款[^()（）]*[)）]$/u;

const amountIn = (text: string, unit: MoneyUnit): Fen | null => {
  const number = plainNumber(/^-?[\d.]+$/.test(text) ? text : bareNumber(text.replace(refundedLater, '')));
  const places = fenPlaces[unit];
  if (number === null || number.decimals.length > places) return null;
  const value = safe(`${number.whole}${number.decimals.padEnd(places, '0')}`);
  if (value === null) return null;
  return fen(number.isNegative && value !== 0 ? -value : value);
};

/** A unit of its own that a cell names behind its number: `1.5万`, `3亿元`. */
const ownUnits: Readonly<Record<string, MoneyUnit>> = {
  千: 'thousandYuan',
  万: 'tenThousandYuan',
  百万: 'millionYuan',
  亿: 'hundredMillionYuan',
};

/**
 * The amount that a cell of a file states, in yuan where nothing else is stated: `1234.5`, `¥1,234.50`, `(1,234.50)`, `1,234.50-`, `1.5万元`. Null for
 * what is no amount, is finer than a fen, is in another currency, or might be read in two ways. No float holds it.
 *
 * @source R3.7, R13.1
 */
export const fenOfText = (text: string, unit: MoneyUnit = 'yuan'): Fen | null => {
  // Most amounts are written like this.
  if (unit === 'yuan') {
    const [, plain, cents = ''] = /^(\d{1,13})(?:\.(\d\d))?$/.exec(text) ?? [];
    if (plain !== undefined) return fen(Number(plain) * 100 + Number(cents));
  }
  if (text.length > longestNumber) return null;
  const [, number, own = '', after = ''] = /^(.*\d\s*)(百万|[千万亿])元?([)）-]?)$/u.exec(text) ?? [];
  if (number === undefined) return amountIn(text, unit);
  // Two units would be one too many.
  const named = ownUnits[own];
  return named === undefined || (unit !== 'yuan' && unit !== named) ? null : amountIn(`${number}${after}`, named);
};

/** Signs and codes of the currencies that are met beside the yuan. */
const foreign: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/HK\$|HKD|港[币元]/iu, 'HKD'],
  [/NT\$|TWD|台币/iu, 'TWD'],
  [/(?<![a-z])USD[TC](?![a-z])|泰达币/iu, 'USDT'],
  [/US\$|(?<![a-z])USD(?![a-z])|美[元金分]|¢|\$/iu, 'USD'],
  [/€|(?<![a-z])EUR(?![a-z])|欧元/iu, 'EUR'],
  [/£|(?<![a-z])GBP(?![a-z])|英镑/iu, 'GBP'],
  [/(?<![a-z])JPY(?![a-z])|日[元圆](?!整)/iu, 'JPY'],
  [/澳门[币元]/u, 'MOP'],
  [/新加坡元|新元/u, 'SGD'],
  [/澳[元币]/u, 'AUD'],
  [/韩元|₩/u, 'KRW'],
  [/加元/u, 'CAD'],
  [/泰铢|฿/u, 'THB'],
  [/卢布/u, 'RUB'],
  [/卢比|₹/u, 'INR'],
  [/瑞士法郎/u, 'CHF'],
  [/越南盾|₫/u, 'VND'],
  [/林吉特|马币/u, 'MYR'],
];
/** Codes that stand for themselves. */
const codes =
  /(?<![a-z])(MOP|SGD|AUD|KRW|CAD|THB|RUB|INR|CHF|VND|MYR|NZD|PHP|IDR|SEK|NOK|DKK|AED|BRL|MXN|ZAR|TRY)(?![a-z])/iu;

/** The other currency that a text names: `USD` of `$12`, of `金额（美元）` and of `USD`; null where it names none. */
export const foreignCurrency = (text: string): string | null => {
  const plain = text.normalize('NFKC');
  return foreign.find(([pattern]) => pattern.test(plain))?.[1] ?? codes.exec(plain)?.[1]?.toUpperCase() ?? null;
};

/** What columns of currencies say of the yuan. */
const yuan = /^(?:(?:人民币元?|rmb|cny|￥|¥|元|156|0*1|本位币|本币)[\s\-/()]*)+$/iu;
export const saysYuan = (text: string): boolean =>
  text === 'CNY' || text === '人民币' || (text.length <= 20 && yuan.test(text.normalize('NFKC')));

/** A count: `1,200`, `(3)`. Null for what is none, or not whole. */
export const countOfText = (text: string): number | null => {
  const number = plainNumber(bareNumber(text));
  if (number === null || number.decimals !== '') return null;
  const value = safe(number.whole === '' ? '0' : number.whole);
  return value === null || value === 0 || !number.isNegative ? value : -value;
};

/** How many decimals each sign moves: millionths of 1, of a hundredth, of a thousandth. */
const places = { '': 6, '%': 4, '‰': 3 } as const;

/** Rates that were read: a file has few of them, again and again. */
const knownRates = new Map<string, number | null>();
const mostKnown = 2000;
/** A longer text may hold the piece of the file that it was cut from. @unit characters */
const longestKnown = 12;

const readRate = (text: string): number | null => {
  const [, digits = '', sign = ''] = /^(.*?)([%‰]?)$/u.exec(bareNumber(text)) ?? [];
  const number = plainNumber(digits);
  const decimals = sign === '%' || sign === '‰' ? places[sign] : places[''];
  if (number === null || number.isNegative || number.decimals.length > decimals) return null;
  const value = safe(`${number.whole}${number.decimals.padEnd(decimals, '0')}`);
  return value === null || (sign === '' && value > 1_000_000) ? null : value;
};

/** A rate: `1.2%`, `12‰`, `0.012`. Null for what is none, is finer than a millionth, or is above 1 without its sign. @unit millionths */
export const rateOfText = (text: string): number | null => {
  if (text.length > longestKnown) return readRate(text);
  const before = knownRates.get(text);
  if (before !== undefined) return before;
  const rate = readRate(text);
  if (knownRates.size >= mostKnown) knownRates.clear();
  knownRates.set(text, rate);
  return rate;
};

/** The price of a unit in yuan, which may be finer than a fen: `2.20`, `¥0.0035`. Null for what is none. @unit millionths of a fen */
export const unitPriceOfText = (text: string): number | null => rateOfUnitPrice(bareNumber(text));
