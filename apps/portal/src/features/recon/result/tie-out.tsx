import { addFen, differenceOf, type Fen, noFen, rmbText } from '@ronghui/domain/money';
import { type ReconKind, reconKindNames } from '@ronghui/domain/recon';
import { Amount, classNames, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { Fragment, type JSX, type ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './result.module.css';
import type { KindTotal, Run } from './result-queries.ts';
import { counted, differs, shortDigest, signedCount, signedText } from './result-words.ts';
import table from './sums.module.css';

/** Counts and sums of both sides together. */
interface Both {
  readonly items: number;
  readonly ledgerCount: number;
  readonly ledgerAmount: Fen;
  readonly lineCount: number;
  readonly lineAmount: Fen;
}

const none: Both = { items: 0, ledgerCount: 0, ledgerAmount: noFen, lineCount: 0, lineAmount: noFen };

/** Adds up kinds. */
export const bothOf = (totals: readonly KindTotal[]): Both =>
  totals.reduce<Both>(
    (sum, { items, ledgerCount, ledgerAmount, lineCount, lineAmount }) => ({
      items: sum.items + items,
      ledgerCount: sum.ledgerCount + ledgerCount,
      ledgerAmount: addFen(sum.ledgerAmount, ledgerAmount),
      lineCount: sum.lineCount + lineCount,
      lineAmount: addFen(sum.lineAmount, lineAmount),
    }),
    none,
  );

/** What the platform has more, in rows. */
export const countDifference = ({ ledgerCount, lineCount }: Pick<Both, 'ledgerCount' | 'lineCount'>): number =>
  lineCount - ledgerCount;

const differenceOfKind = ({ ledgerAmount, lineAmount }: Pick<Both, 'ledgerAmount' | 'lineAmount'>): Fen =>
  differenceOf(lineAmount, ledgerAmount);

/** Ledger and difference make the platform's side: counts, sums, and where each comes from. @source R13.2, ux "totals that tie out" */
export const TieOut = ({ run }: { run: Run }): JSX.Element => {
  const { totals = [], name, sha256, madeOf } = run;
  const both = bothOf(totals);
  const difference = differenceOfKind(both);
  const rows = countDifference(both);
  // By their items: differences that cancel each other out are differences.
  const parts = totals.filter(({ kind, items }) => kind !== 'matched' && items > 0);
  return (
    <div className={css.tieCard}>
      <div className={css.tie}>
        <div className={css.tieSide}>
          <span className={css.mut}>商户账 · {counted(both.ledgerCount, '行')}</span>
          <Amount text={rmbText(both.ledgerAmount)} size="medium" />
          <span className={css.tieNote} title={`${name} sha256 ${sha256}`}>
            {name} · <span className={css.digest}>{shortDigest(sha256)}</span>
          </span>
        </div>
        <span className={css.op}>＋</span>
        <div className={css.tieSide}>
          <span className={css.mut}>
            差异{parts.length === 0 ? '' : ` · ${counted(differingItems(parts), '项')}`}
            {difference === 0 ? '' : difference > 0 ? '，平台多' : '，平台少'}
          </span>
          <Amount
            text={rmbText(difference)}
            size="medium"
            className={classNames(
              parts.length === 0 && difference === 0 ? css.good : parts.some(({ kind }) => differs(kind)) && css.bad,
            )}
          />
          <span className={css.tieNote}>
            {parts.length === 0
              ? '两边金额相等'
              : parts.map(({ kind, items }, at) => (
                  <Fragment key={kind}>
                    {at === 0 ? '' : ' · '}
                    <KindLink run={run} kind={kind}>
                      {reconKindNames[kind]} {counted(items, '项')}
                    </KindLink>
                  </Fragment>
                ))}
          </span>
          <span className={css.tieNote}>{rows === 0 ? '两边行数相等' : `行数差 ${signedCount(rows)}`}</span>
        </div>
        <span className={css.op}>＝</span>
        <div className={css.tieSide}>
          <span className={css.mut}>平台账 · {counted(both.lineCount, '行')}</span>
          <Amount text={rmbText(both.lineAmount)} size="medium" />
          <span className={css.tieNote}>
            {madeOf === undefined ? null : (
              <>
                已出账单 {counted(madeOf.bills, '张')}，截至 <DateTime value={madeOf.asOf} />
              </>
            )}
          </span>
        </div>
      </div>
      <details className={css.tieDetails}>
        <summary>按分类核对</summary>
        <KindTable totals={totals} />
      </details>
    </div>
  );
};

/** Words that count items of a kind lead to them, as long as they are there. */
const KindLink = ({ run, kind, children }: { run: Run; kind: ReconKind; children: ReactNode }): JSX.Element =>
  run.itemsGoneAt === undefined ? (
    <a href={href(paths.reconRun(run.runId, { view: kind }))}>{children}</a>
  ) : (
    <>{children}</>
  );

const differingItems = (parts: readonly KindTotal[]): number => parts.reduce((sum, { items }) => sum + items, 0);

/** Each kind with both sides and its difference; the foot is their sum. */
export const KindTable = ({ totals }: { totals: readonly KindTotal[] }): JSX.Element => {
  const both = bothOf(totals);
  return (
    <div className={classNames(table.scroll, table.inset)} role="region" aria-label="按分类核对" tabIndex={0}>
      <table className={table.sums}>
        <thead>
          <tr>
            <th scope="col">分类</th>
            <th scope="col">项</th>
            <th scope="col">商户账行数</th>
            <th scope="col">商户账金额</th>
            <th scope="col">平台账行数</th>
            <th scope="col">平台账金额</th>
            <th scope="col">行数差</th>
            <th scope="col">差额</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <Sums key={total.kind} name={reconKindNames[total.kind]} sums={total} />
          ))}
        </tbody>
        <tfoot>
          <Sums name="合计" sums={both} />
        </tfoot>
      </table>
    </div>
  );
};

const Sums = ({ name, sums }: { name: string; sums: Both }): JSX.Element => (
  <tr>
    <th scope="row">{name}</th>
    <td>{sums.items.toLocaleString('en-US')}</td>
    <td>{sums.ledgerCount.toLocaleString('en-US')}</td>
    <td>{rmbText(sums.ledgerAmount)}</td>
    <td>{sums.lineCount.toLocaleString('en-US')}</td>
    <td>{rmbText(sums.lineAmount)}</td>
    <td>{signedCount(countDifference(sums))}</td>
    <td>{signedText(differenceOfKind(sums))}</td>
  </tr>
);
