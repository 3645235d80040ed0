import { rmbText } from '@ronghui/domain/money';
import { Amount } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { SettledDetail } from './settlement-queries.ts';

/** How the amount of a bill came about: its parts, and the rules with the numbers of this bill. @source R11.6, R10.3 */
export const BillAmount = ({ bill: { sums, rules, amount } }: { bill: SettledDetail }): JSX.Element => (
  <section className={css.stack} aria-label="计算依据">
    <h3 className={css.title}>计算依据</h3>
    <table className={css.figures}>
      <tbody>
        {sums.map((part, place) => (
          <tr key={part.label}>
            <th scope="row">{part.label}</th>
            <td className={css.right}>
              {place === 0 ? rmbText(part.amount) : rmbText(part.amount, { sign: 'always' })}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">账单金额</th>
          <td className={css.right}>
            <Amount text={rmbText(amount)} />
          </td>
        </tr>
      </tbody>
    </table>
    {rules.length === 0 ? null : (
      <ul className={css.stack} aria-label="计费规则">
        {rules.map((rule) => (
          <li key={`${rule.ruleId} ${rule.version}`}>
            <p>{rule.text}</p>
            <p className={css.note}>{rule.share}</p>
            {rule.tiers === undefined ? null : <TierTable tiers={rule.tiers} />}
            <p className={css.note}>
              规则第 {rule.version} 版 · {rule.lineCount.toLocaleString('en-US')}&nbsp;条明细 · {rmbText(rule.amount)}
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A version's part of the bill by tier, with what stands beside the tiers: 逐笔四舍五入. It adds up to the fen. */
const TierTable = ({ tiers }: { tiers: NonNullable<SettledDetail['rules'][number]['tiers']> }): JSX.Element => (
  <table className={css.figures}>
    <thead>
      <tr>
        <th scope="col">分档计算</th>
        <th scope="col" className={css.right}>
          计费金额或数量
        </th>
        <th scope="col" className={css.right}>
          费率或单价
        </th>
        <th scope="col" className={css.right}>
          费用
        </th>
      </tr>
    </thead>
    <tbody>
      {tiers.map(({ label, basis, charge, amount }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className={css.right}>{basis}</td>
          <td className={css.right}>{charge}</td>
          <td className={css.right}>{basis === undefined ? rmbText(amount, { sign: 'always' }) : rmbText(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
