import { simplifiedSigns, traditionalSigns } from './traditional-signs.gen.ts';

const simplified = new Map(Array.from(traditionalSigns, (sign, index) => [sign, simplifiedSigns.charAt(index)]));
// 帐 and 账 stand for each other in 帐号 and 帐单.
for (const sign of ['帐', '帳']) simplified.set(sign, '账');

const replaced = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu');

/** The text with simplified signs for traditional ones. It keeps its length, so that places in the one are places in the other. */
export const simplifiedText = (text: string): string => text.replace(replaced, (sign) => simplified.get(sign) ?? sign);

/** The text as text and query are compared: width, case and traditional signs make no difference. */
export const foldedText = (text: string): string => simplifiedText(text.normalize('NFKC').toLowerCase());
