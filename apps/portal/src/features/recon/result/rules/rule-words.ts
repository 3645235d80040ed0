import { percentText, rateOf, rateOfPercent } from '@ronghui/domain/money';
import { differenceRuleBounds, differenceTermsText } from '@ronghui/domain/recon';
import type { Terms } from './rule-queries.ts';

/** 对方“某机构”，平台每笔多明细金额的 0.38% */
export const ruleSentence = (rule: Terms & { readonly counterparty: string }): string =>
  `对方“${rule.counterparty}”，${differenceTermsText(rule)}`;

/** A share as it is typed, without its sign. */
export const typedShare = ({ value }: Pick<Terms, 'value'>): string =>
  percentText(rateOf(Math.abs(value), 'millionths')).replace('%', '');

/** The share of a rule as it was typed, with the sign of the proposal; undefined where it is none. */
export const shareOf = (typed: string, proposal: Terms): number | undefined => {
  const rate = rateOfPercent(typed);
  if (rate === null || rate === 0 || rate > differenceRuleBounds.rate) return undefined;
  return proposal.value < 0 ? 0 - rate : rate;
};
