import { providerDirectionNames } from '@ronghui/domain/bill';
import { averageRate, percentText, rateOf, rmbText } from '@ronghui/domain/money';
import { Amount, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../billing.module.css';
import type { CheckRow, useCheck } from './billing-queries.ts';

/** A tenth of a per cent. @unit millionths */
const step = 1000;

/** +12.5%; nothing where there was nothing before. */
const shareText = ({ formerAmount, differenceAmount }: CheckRow): string => {
  const share = averageRate(differenceAmount, formerAmount);
  if (share === null) return formerAmount === 0 && differenceAmount !== 0 ? '新增' : '';
  const rounded = rateOf(Math.round(share / step) * step, 'millionths');
  return `${rounded > 0 ? '+' : ''}${percentText(rounded, 1)}`;
};

/** The bills of a stage beside those of the stage before, the largest differences first. @source R11.6 */
export const CheckTable = ({
  query,
  stageId,
}: {
  query: ReturnType<typeof useCheck>;
  stageId: string;
}): JSX.Element => (
  <PageState
    state={queryStatus('ops.bill.check', query, ({ rows }) => rows.length === 0)}
    loading={<Skeleton shape="row" count={5} />}
    empty={<EmptyState kind="search" title="这部分还没有账单" text="生成账单草稿之后，在这里与上期核对。" />}
    onRetry={() => void query.refetch()}
  >
    {({ rows, rowCount, former }) => (
      <div className={css.stack}>
        <div className={css.scroll} tabIndex={0} role="region" aria-label="与上期比较">
          <table className={css.figures} aria-label="与上期比较">
            <thead>
              <tr>
                <th scope="col">商户与产品</th>
                <th scope="col">方向</th>
                <th scope="col" className={css.right}>
                  {former?.name ?? '上期'}
                </th>
                <th scope="col" className={css.right}>
                  本期
                </th>
                <th scope="col" className={css.right}>
                  差额
                </th>
                <th scope="col" className={css.right}>
                  变化
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.tenantId} ${row.productId} ${row.direction}`} row={row} stageId={stageId} />
              ))}
            </tbody>
          </table>
        </div>
        {rowCount > rows.length ? (
          <p className={css.note}>
            共 {rowCount.toLocaleString('en-US')}&nbsp;项，这里列出差额最大的 {rows.length}&nbsp;项。
          </p>
        ) : null}
      </div>
    )}
  </PageState>
);

const Row = ({ row, stageId }: { row: CheckRow; stageId: string }): JSX.Element => (
  <tr>
    <th scope="row">
      <a
        href={href(
          paths.bills({
            stageId,
            tenantId: row.tenantId,
            productId: row.productId,
            direction: row.direction,
            drafts: 'with',
          }),
        )}
      >
        {row.tenantName || row.tenantId}，{row.productName}
      </a>
    </th>
    <td>{providerDirectionNames[row.direction]}</td>
    <td className={css.right}>
      <Amount text={rmbText(row.formerAmount)} />
    </td>
    <td className={css.right}>
      <Amount text={rmbText(row.amount)} />
    </td>
    <td className={css.right}>
      <Amount text={rmbText(row.differenceAmount, { sign: 'always' })} toned />
    </td>
    <td className={css.right}>{shareText(row)}</td>
  </tr>
);
