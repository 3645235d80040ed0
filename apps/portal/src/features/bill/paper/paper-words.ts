import { rmbText } from '@ronghui/domain/money';
import type { BillLine } from '../bill-queries.ts';

/** What the fee is reckoned from: an amount, or a quantity in its unit. */
export const basisText = ({ loanAmount, quantity, unit }: BillLine): string =>
  loanAmount === null ? `${(quantity ?? 0).toLocaleString('en-US')}\u00a0${unit}` : rmbText(loanAmount);

/** What the digest is for. */
export const digestText =
  '由商户、账期、项目、产品、机构、每笔费用、各次金额和税额计算（SHA-256），其中任何一项有改动，校验码就会不同。需要核验时，把账单号和校验码交给我们即可；收款账户以商户中心所示为准。';
