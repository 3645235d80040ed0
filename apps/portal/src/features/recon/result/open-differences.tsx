import { rmbText } from '@ronghui/domain/money';
import { reconKindNames } from '@ronghui/domain/recon';
import { Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Item, type Run, statedItems, useOpenItems } from './result-queries.ts';
import { counted, ruleText, signedText } from './result-words.ts';
import css from './statement.module.css';
import table from './sums.module.css';

interface SideRow {
  readonly reference: string | null;
  readonly occurredOn: string;
}

/** The first row of a side with its day; how many there are where there are more. */
const sideText = (rows: readonly SideRow[]): string => {
  const [first] = rows;
  if (first === undefined) return '—';
  const more = rows.length > 1 ? ` 等\u00a0${counted(rows.length, '行')}` : '';
  return `${first.reference ?? '无业务编号'} ${first.occurredOn}${more}`;
};

const Row = ({ item }: { item: Item }): JSX.Element => (
  <tr>
    <th scope="row">{reconKindNames[item.kind]}</th>
    <td>{sideText(item.ledger)}</td>
    <td>{item.ledger.length === 0 ? '—' : rmbText(item.ledgerAmount)}</td>
    <td>{sideText(item.lines)}</td>
    <td>{item.lines.length === 0 ? '—' : rmbText(item.lineAmount)}</td>
    <td>{signedText(item.difference)}</td>
    <td>{item.note === '' ? ruleText(item) : `${ruleText(item)}；${item.note}`}</td>
  </tr>
);

/** The differences that were left when a run was closed, one by one; of very many the first, with the way to all. @source R13.3, R13.4 */
export const OpenDifferences = ({ run: { runId, differencesLeft = 0 } }: { run: Run }): JSX.Element | null => {
  const state = useOpenItems(runId, differencesLeft > 0);
  if (differencesLeft === 0) return null;
  if (state.status === 'loading') return <Skeleton shape="row" count={3} />;
  const all = <a href={href(paths.reconRun(runId))}>在对账结果里查看全部</a>;
  if (state.status !== 'ready')
    return (
      <p>
        未处理的 {counted(differencesLeft, '项')}没有读到，请{all}。
      </p>
    );
  return (
    <>
      <div className={table.scroll} role="region" aria-label="未处理的差异" tabIndex={0}>
        <table className={table.sums}>
          <thead>
            <tr>
              <th scope="col">分类</th>
              <th scope="col">商户账</th>
              <th scope="col">商户账金额</th>
              <th scope="col">平台账</th>
              <th scope="col">平台账金额</th>
              <th scope="col">差额</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {state.data.map((item) => (
              <Row key={item.itemNo} item={item} />
            ))}
          </tbody>
        </table>
      </div>
      {differencesLeft > state.data.length ? (
        <p className={css.mut}>
          这里列出前 {counted(Math.min(statedItems, state.data.length), '项')}，共 {counted(differencesLeft, '项')}，
          {all}。
        </p>
      ) : null}
    </>
  );
};
