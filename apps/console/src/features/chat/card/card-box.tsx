import { Button } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type AuthMap, useAuth } from '#kernel/start-up.ts';
import css from './card-box.module.css';
import { type LiveKind, useCardFacts } from './live-card-queries.ts';

/** A card as the contract has it. */
export interface Reference {
  readonly kind: string;
  readonly id: string;
}

const names: Readonly<Record<string, string>> = {
  document: '文档',
  bill: '账单',
  order: '订单',
  invoice: '发票',
  feedback: '反馈',
};

/** Of the records that a card shows as they are now: whose key is wanted, and their page. */
const live: Readonly<Record<LiveKind, { readonly key: keyof AuthMap; readonly path: (id: string) => string }>> = {
  bill: { key: 'ops.billing.read', path: (id) => paths.bills({ open: id }) },
  order: { key: 'ops.order.read', path: (id) => paths.orders({ queue: 'all', open: id }) },
  invoice: { key: 'ops.billing.read', path: (id) => paths.invoices({ open: id }) },
};
const isLive = (kind: string): kind is LiveKind => Object.hasOwn(live, kind);

interface CardBoxProps {
  readonly card: Reference;
  readonly words: string;
}

/** The words of a message with a card, and what it points to as it is now. @source service 3.3 */
export const CardBox = ({ card: { kind, id }, words }: CardBoxProps): JSX.Element => (
  <div className={css.card}>
    <p>{words}</p>
    {isLive(kind) ? <LiveFacts kind={kind} id={id} /> : <span>{`${names[kind] ?? '卡片'} ${id}`}</span>}
  </div>
);

const LiveFacts = ({ kind, id }: { readonly kind: LiveKind; readonly id: string }): JSX.Element => {
  const { key, path } = live[kind];
  const mayRead = useAuth()[key] === true;
  const { data, isError, isFetching, refetch } = useCardFacts({ kind, id }, mayRead);
  const label = `${names[kind]} ${id}`;
  if (!mayRead) return <span>{label}</span>;
  return (
    <div className={css.facts} aria-busy={data === undefined && !isError}>
      <a href={href(path(id))}>{label}</a>
      {data !== undefined && (
        <>
          <span>{data.owner}</span>
          <span>{data.name}</span>
          <span className={css.amount}>{data.amount}</span>
          <span className={css.state}>{data.state}</span>
        </>
      )}
      {data === undefined && isError && (
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          现在的状态没有读出来，重试
        </Button>
      )}
    </div>
  );
};
