import { type Fen, rmbText } from '@ronghui/domain/money';
import { reconKindNames } from '@ronghui/domain/recon';
import { classNames, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { count, counted, differenceText, nameOf } from '../result-words.ts';
import table from '../sums.module.css';
import { type Effect, type Terms, useEffectOf } from './rule-queries.ts';
import css from './rules.module.css';

interface EffectViewProps {
  readonly source: { readonly runId: string; readonly itemNo: number };
  readonly terms: Terms;
}

/** What a rule would change of the run: counts and sums before and after, and the first rows. Nothing of it is stored. @source R13.2 */
export const EffectView = ({ source, terms }: EffectViewProps): JSX.Element => {
  const { state, retry } = useEffectOf(source, terms);
  return (
    <section className={css.part} aria-label="试算结果">
      <h3 className={css.partTitle}>试算：这次对账会怎样</h3>
      <PageState state={state} loading={<Skeleton shape="row" count={4} />} empty={null} onRetry={retry}>
        {(effect) => <Changes effect={effect} />}
      </PageState>
    </section>
  );
};

const Changes = ({ effect }: { effect: Effect }): JSX.Element => {
  const { changed, sent, accepted, items, kinds } = effect;
  if (changed === 0)
    return (
      <p className={css.mut}>
        这次对账里没有别的行会因此改变：规则只用于业务编号相同、金额不符的一对一。手工勾对的项保持原样。
      </p>
    );
  return (
    <>
      <p>
        {counted(changed, '项')}“金额不符”将成为“容差内一致”。
        {accepted === 0 ? '' : `其中 ${counted(accepted, '项')}已认可。`}
        {sent === 0 ? '' : `其中 ${counted(sent, '项')}已在差异反馈中，反馈不因此撤回。`}
      </p>
      <div className={table.scroll} role="region" aria-label="试算前后" tabIndex={0}>
        <table className={classNames(table.sums, table.wrapped)}>
          <thead>
            <tr>
              <th scope="col">分类</th>
              <th scope="col">项</th>
              <th scope="col">商户账金额</th>
              <th scope="col">平台账金额</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, before, after }) => (
              <tr key={kind}>
                <th scope="row">{reconKindNames[kind]}</th>
                <td>
                  {count(before.items)} → <b>{count(after.items)}</b>
                </td>
                <td>
                  <Moved from={before.ledgerAmount} to={after.ledgerAmount} />
                </td>
                <td>
                  <Moved from={before.lineAmount} to={after.lineAmount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={css.rows} aria-label="会改变的行">
        {items.map((item) => (
          <li key={item.itemNo} className={css.row}>
            <span>{nameOf(item)}</span>
            <span>{differenceText(item.difference)}</span>
          </li>
        ))}
      </ul>
      {changed > items.length ? <p className={css.mut}>只列出前 {counted(items.length, '项')}。</p> : null}
    </>
  );
};

const Moved = ({ from, to }: { from: Fen; to: Fen }): JSX.Element => (
  <>
    {rmbText(from)} → <b>{rmbText(to)}</b>
  </>
);
