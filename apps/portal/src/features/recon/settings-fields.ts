import {
  type Fen,
  fen,
  fenOfYuan,
  percentText,
  type Rate,
  rateOf,
  rateOfPercent,
  rmbText,
} from '@ronghui/domain/money';
import { reconBounds } from '@ronghui/domain/recon';

/** The tolerances as they are typed. */
export type SettingsFields = Readonly<Record<'amountTolerance' | 'amountRate' | 'dayTolerance', string>>;

/** The tolerances as they are sent. */
interface Tolerances {
  readonly amountTolerance: Fen;
  readonly amountRate: Rate;
  readonly dayTolerance: number;
}

const daysOf = (typed: string): number | null => {
  const text = typed.normalize('NFKC').trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
};

const beyond = (value: number | null, most: number): boolean => value === null || value > most;

/** What is wrong with a tolerance as it is typed, shown early. @source R5.1, R13.2 */
export const settingsHints = (fields: SettingsFields): Partial<Record<keyof SettingsFields, string>> => ({
  ...(beyond(fenOfYuan(fields.amountTolerance), reconBounds.amountTolerance) && {
    amountTolerance: `金额容差请填写 0 至 ${rmbText(fen(reconBounds.amountTolerance))}，最多两位小数`,
  }),
  ...(beyond(rateOfPercent(fields.amountRate), reconBounds.amountRate) && {
    amountRate: `比例容差请填写 0 至 ${percentText(rateOf(reconBounds.amountRate, 'millionths'))}，最多四位小数`,
  }),
  ...(beyond(daysOf(fields.dayTolerance), reconBounds.dayTolerance) && {
    dayTolerance: `日期容差请填写 0 至 ${reconBounds.dayTolerance} 的整数`,
  }),
});

/** The tolerances; undefined while one of them is wrong. */
export const settingsOf = (fields: SettingsFields): Tolerances | undefined => {
  const amountTolerance = fenOfYuan(fields.amountTolerance);
  const amountRate = rateOfPercent(fields.amountRate);
  const dayTolerance = daysOf(fields.dayTolerance);
  if (amountTolerance === null || amountRate === null || dayTolerance === null) return undefined;
  return Object.keys(settingsHints(fields)).length > 0 ? undefined : { amountTolerance, amountRate, dayTolerance };
};
