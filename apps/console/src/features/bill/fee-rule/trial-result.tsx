import { providerDirectionNames } from '@ronghui/domain/bill';
import { differenceOfSums, type FenSum, rmbText } from '@ronghui/domain/money';
import { Amount, Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../billing.module.css';
import type { Trial } from './fee-rule-queries.ts';

const signed = (amount: FenSum): string => rmbText(amount, { sign: 'always' });
const count = (value: number): string => value.toLocaleString('en-US');

/** What a version would make of a stage, beside what the rules make of it now. @source R11.6 */
export const TrialResult = ({ trial }: { trial: Trial }): JSX.Element => {
  const { stage, lines, now, changed, parts, partCount } = trial;
  if (stage === null || lines === 0) {
    return (
      <Callout>
        {stage === null ? '还没有账期' : `账期 ${stage.name} 没有适用的明细`}
        ，无从试算；保存后从生效日起的明细按此计费。
      </Callout>
    );
  }
  const sums = (['payable', 'receivable'] as const).flatMap((direction) => {
    const [from, to] = [now[`${direction}Amount`], changed[`${direction}Amount`]];
    return from === 0 && to === 0 ? [] : [{ name: `${providerDirectionNames[direction]}合计`, from, to }];
  });
  return (
    <div className={css.stack}>
      <p>
        按账期 {stage.name} 的 {count(lines)}&nbsp;笔明细试算，账单 {count(now.bills)}&nbsp;张 → {count(changed.bills)}
        &nbsp;张； 未计入的明细 {count(now.leftOutLines)}&nbsp;笔 → {count(changed.leftOutLines)}&nbsp;笔。
      </p>
      <div className={css.scroll} tabIndex={0} role="region" aria-label="试算结果">
        <table className={css.figures} aria-label="试算结果">
          <thead>
            <tr>
              <th scope="col">商户与机构</th>
              <th scope="col" className={css.right}>
                现行规则
              </th>
              <th scope="col" className={css.right}>
                新版本
              </th>
              <th scope="col" className={css.right}>
                差额
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <Figures from={from} to={to} />
              </tr>
            ))}
            {parts.map((part) => (
              <tr key={`${part.tenantId} ${part.orgId} ${part.direction}`}>
                <th scope="row">
                  {part.tenantName || part.tenantId}，{part.orgName}（{providerDirectionNames[part.direction]}）
                </th>
                <Figures from={part.nowAmount} to={part.newAmount} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {partCount > parts.length ? (
        <p className={css.note}>
          共 {count(partCount)}&nbsp;项，这里列出差额最大的 {parts.length}&nbsp;项。
        </p>
      ) : null}
    </div>
  );
};

const Figures = ({ from, to }: { from: FenSum; to: FenSum }): JSX.Element => (
  <>
    <td className={css.right}>
      <Amount text={rmbText(from)} />
    </td>
    <td className={css.right}>
      <Amount text={rmbText(to)} />
    </td>
    <td className={css.right}>
      <Amount text={signed(differenceOfSums(to, from))} toned />
    </td>
  </>
);
