import { rmbText } from '@ronghui/domain/money';
import type { JSX } from 'react';
import type { BillDetail } from '../bill-queries.ts';

interface TierTableProps {
  readonly tiers: BillDetail['rules'][number]['tiers'];
  readonly className: string | undefined;
  readonly numberClass: string | undefined;
}

/** A version's part of a bill by tier, with what stands beside the tiers: 逐笔四舍五入. It adds up to the fen. @source R10.3 */
export const TierTable = ({ tiers, className, numberClass }: TierTableProps): JSX.Element | null =>
  tiers === undefined ? null : (
    <table className={className}>
      <thead>
        <tr>
          <th scope="col">分档计算</th>
          <th scope="col" className={numberClass}>
            费用
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ label, basis, charge, amount }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {basis === undefined ? null : (
                <div>
                  {basis} × {charge}
                </div>
              )}
            </th>
            <td className={numberClass}>
              {basis === undefined ? rmbText(amount, { sign: 'always' }) : rmbText(amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
