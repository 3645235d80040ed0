import type { Fen } from './fen.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const placeNames = ['仟', '佰', '拾', ''];

const digitName = (digit: string): string => digits[Number(digit)] ?? '';

/** Up to four digits; zeros between others become one 零, zeros at the end are left out. */
const groupText = (figures: string): string => {
  let text = '';
  let isZeroDue = false;
  for (const [at, digit] of [...figures.padStart(4, '0')].entries()) {
    if (digit === '0') {
      isZeroDue = text !== '';
      continue;
    }
    text += `${isZeroDue ? digits[0] : ''}${digitName(digit)}${placeNames[at]}`;
    isZeroDue = false;
  }
  return text;
};

/** Two parts around a unit; a 零 precedes a lower part that begins with a zero. */
const joined = (upper: string, unit: string, { text, isFull }: { text: string; isFull: boolean }): string => {
  if (upper === '') return text;
  return `${upper}${unit}${text === '' || isFull ? '' : digits[0]}${text}`;
};

/** Up to eight digits: the parts before and after 万. */
const sectionText = (figures: string): string => {
  const lower = figures.slice(-4);
  const isFull = lower.length === 4 && !lower.startsWith('0');
  return joined(groupText(figures.slice(0, -4)), '万', { text: groupText(lower), isFull });
};

const integerText = (figures: string): string => {
  const lower = figures.slice(-8);
  const isFull = lower.length === 8 && !lower.startsWith('0');
  return joined(sectionText(figures.slice(0, -8)), '亿', { text: sectionText(lower), isFull });
};

const centsText = (jiao: string, cent: string, hasYuan: boolean): string => {
  if (jiao === '0' && cent === '0') return hasYuan ? '整' : `${digits[0]}元整`;
  const tenths = jiao === '0' ? (hasYuan ? digits[0] : '') : `${digitName(jiao)}角`;
  return `${tenths}${cent === '0' ? '整' : `${digitName(cent)}分`}`;
};

/**
 * An amount in the capital figures of bills and contracts (大写): `人民币壹仟贰佰叁拾肆元伍角陆分`. 整 follows 元 or 角 where nothing smaller
 * follows; 负 after 人民币 marks a negative amount.
 *
 * @source 支付结算办法, 正确填写票据和结算凭证的基本规定
 */
export const yuanInCapitals = (amount: Fen): string => {
  const figures = String(Math.abs(amount)).padStart(3, '0');
  const yuan = integerText(figures.slice(0, -2));
  const cents = centsText(figures.slice(-2, -1), figures.slice(-1), yuan !== '');
  return `人民币${amount < 0 ? '负' : ''}${yuan === '' ? '' : `${yuan}元`}${cents}`;
};
