import { withoutEnd } from '../text-order.ts';
import type { Rate } from './rate.ts';

/** An integer that counts parts of ten to a power, as a decimal number with at least some decimals and no more than it needs. */
const decimalText = (parts: bigint, places: number, least: number): string => {
  const digits = String(parts < 0n ? -parts : parts).padStart(places + 1, '0');
  const decimals = withoutEnd(digits.slice(-places), '0').padEnd(least, '0');
  const units = digits.slice(0, -places).replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === '' ? units : `${units}.${decimals}`;
};

/**
 * A rate in per cent, exactly: `1.2%`, `0.0001%`.
 *
 * @param least  decimals at least: with 2, `1.20%`
 */
export const percentText = (rate: Rate, least = 0): string =>
  `${rate < 0 ? '-' : ''}${decimalText(BigInt(rate), 4, least)}%`;

/**
 * An amount that is not rounded yet, exactly: `¥14.81484`, `-¥0.0035`. Prices of a unit below one fen are such amounts too.
 *
 * @unit millionths of a fen
 */
export const exactRmbText = (millionths: bigint): string =>
  `${millionths < 0n ? '-' : ''}¥${decimalText(millionths, 8, 2)}`;

/** The rate that a line has of its own: `1.2%` of an amount, `¥2.20 / 份` where a unit is counted. @source billing.md, lines */
export const ownRateText = (rate: Rate, unit: string | null): string =>
  unit === null ? percentText(rate) : `${exactRmbText(BigInt(rate))} / ${unit}`;
