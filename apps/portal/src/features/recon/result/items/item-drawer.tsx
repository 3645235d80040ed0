import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Card, classNames, Drawer, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Item, useSuggestions } from '../result-queries.ts';
import {
  canAccept,
  canBecomeRule,
  canDispute,
  canUnmatch,
  counted,
  differenceText,
  isOneSided,
  nameOf,
  ruleText,
} from '../result-words.ts';
import { ItemSide, ItemTags, isOpenItem, ledgerRows, lineRows, SideRows } from './item-parts.tsx';
import { noRow } from './item-table.tsx';
import rowCss from './items.module.css';
import type { Result } from './use-result.ts';
import css from './windows.module.css';

interface ItemDrawerProps {
  readonly result: Result;
  readonly isOpen: boolean;
}

/** One item with all rows of both sides, what may belong to it, and its steps. @source R13.3 */
export const ItemDrawer = ({ result, isOpen }: ItemDrawerProps): JSX.Element => {
  const { list } = result;
  const item = result.items.find(({ itemNo }) => String(itemNo) === list.open);
  return (
    <Drawer
      open
      size="large"
      onClose={list.close}
      title={item === undefined ? '对账结果' : nameOf(item)}
      actions={item !== undefined && isOpen ? <ItemActions item={item} result={result} /> : undefined}
    >
      {item !== undefined ? (
        <Body item={item} result={result} isOpen={isOpen} />
      ) : list.rows.status === 'loading' || list.busy ? (
        <Skeleton shape="row" count={6} />
      ) : (
        <EmptyState kind="search" title="这一项已不在当前列表" text="它可能已被勾对、处理，或不符合当前的筛选。" />
      )}
    </Drawer>
  );
};

const Body = ({ item, result, isOpen }: ItemDrawerProps & { item: Item }): JSX.Element => (
  <div className={css.stack}>
    <div className={css.verdict}>
      <ItemTags item={item} isInDispute={result.dispute.items.has(item.itemNo)} />
      <p className={classNames(css.verdictSum, isOpenItem(item) && css.bad)}>{differenceText(item.difference)}</p>
      <p>{ruleText(item)}</p>
    </div>
    <div className={css.sides}>
      <Side title="商户账" rows={ledgerRows(item)} amount={item.ledgerAmount} none={noRow.ledger} />
      <Side title="平台账" rows={lineRows(item)} amount={item.lineAmount} none={noRow.line} />
    </div>
    <Bills item={item} />
    {item.note === '' ? null : <p>备注：{item.note}</p>}
    {isOneSided(item) && item.feedbackNo === undefined && isOpen ? <Suggestions item={item} result={result} /> : null}
  </div>
);

type SideProps = Parameters<typeof ItemSide>[0] & { readonly title: ReactNode };

const Side = ({ title, rows, amount, none }: SideProps): JSX.Element => (
  <Card level={3} title={title} actions={<Amount text={rows.length === 0 ? null : rmbText(amount)} size="medium" />}>
    {rows.length === 0 ? <p className={css.mut}>{none}</p> : <SideRows rows={rows} />}
  </Card>
);

/** The bills whose lines these are. */
const Bills = ({ item: { lines } }: { item: Item }): JSX.Element | null => {
  const bills = new Map(lines.flatMap(({ billNo, reference }) => (billNo === undefined ? [] : [[billNo, reference]])));
  return bills.size === 0 ? null : (
    <p>
      所在账单：
      {[...bills].map(([billNo, reference]) => (
        <a key={billNo} className={rowCss.bill} href={href(paths.bill(billNo, { line: reference }))}>
          {billNo}
        </a>
      ))}
    </p>
  );
};

const Suggestions = ({ item, result }: { item: Item; result: Result }): JSX.Element => {
  const query = useSuggestions(result.run.runId, item.itemNo, true);
  const state = queryStatus('recon.suggest', query, ({ suggestions }) => suggestions.length === 0);
  const match = async (others: readonly Item[]): Promise<void> => {
    if (await result.hand.match([item, ...others])) result.list.close();
  };
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>可能相符的行</h3>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={2} />}
        empty={<p className={css.mut}>另一边没有金额、日期或业务编号相近的行。</p>}
        onRetry={() => void query.refetch()}
      >
        {({ suggestions }) => (
          <ul className={css.suggestions}>
            {suggestions.map(({ item: other, also, reason }, place) => (
              <li key={`${other.itemNo} ${also?.itemNo ?? ''}`} className={css.suggestion}>
                <div>
                  <ItemSide
                    rows={item.lines.length === 0 ? lineRows(other) : ledgerRows(other)}
                    amount={item.lines.length === 0 ? other.lineAmount : other.ledgerAmount}
                    none="—"
                  />
                  {also === undefined ? null : (
                    <ItemSide
                      rows={item.lines.length === 0 ? lineRows(also) : ledgerRows(also)}
                      amount={item.lines.length === 0 ? also.lineAmount : also.ledgerAmount}
                      none="—"
                    />
                  )}
                  <p className={css.mut}>{reason}</p>
                </div>
                <Button
                  size="small"
                  variant={place === 0 ? 'primary' : 'secondary'}
                  aria-label={`与 ${nameOf(other)}${also === undefined ? '' : `、${nameOf(also)}`} 勾对`}
                  loading={result.hand.busy}
                  onClick={() => void match(also === undefined ? [other] : [other, also])}
                >
                  勾对
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </section>
  );
};

const ItemActions = ({ item, result }: { item: Item; result: Result }): JSX.Element => {
  const { list, hand, dispute } = result;
  const leave = async (step: Promise<boolean>): Promise<void> => {
    if (await step) list.close();
  };
  return (
    <>
      <Button onClick={() => result.ask({ kind: 'note', items: [item] })}>备注</Button>
      {canUnmatch(item) ? (
        <Button loading={hand.busy} onClick={() => void leave(result.hand.unmatch([item]))}>
          取消勾对
          {item.ledger.length + item.lines.length > 2
            ? `（拆成 ${counted(item.ledger.length + item.lines.length, '行')}）`
            : ''}
        </Button>
      ) : null}
      {canDispute(item) ? (
        <Button onClick={() => result.addToDispute([item])}>
          {dispute.items.has(item.itemNo) ? '移出差异反馈' : '加入差异反馈'}
        </Button>
      ) : null}
      {canBecomeRule(item) ? <Button onClick={() => result.makeRule([item])}>设为规则…</Button> : null}
      {canAccept(item) ? (
        <Button loading={hand.busy} onClick={() => void leave(result.hand.accept([item]))}>
          {item.isAccepted ? '收回认可' : '认可'}
        </Button>
      ) : null}
    </>
  );
};
