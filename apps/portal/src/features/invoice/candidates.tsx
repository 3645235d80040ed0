import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Checkbox, DateTime, EmptyState, PageState, Skeleton, Tabs } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import css from './invoice.module.css';
import { faultOf, keyOf, rateText } from './invoice-items.ts';
import { type Candidate, useCandidates } from './invoice-queries.ts';

interface CandidatesProps {
  readonly chosen: readonly Candidate[];
  readonly onToggle: (item: Candidate) => void;
}

/** What can be applied for: paid orders and settled payable bills that no invoice covers. @source R10.12 */
export const Candidates = ({ begin, ...props }: CandidatesProps & { begin: Candidate['kind'] }): JSX.Element => {
  const [kind, setKind] = useState<string>(begin);
  return (
    <Tabs
      label="可开票的项目"
      items={[
        { value: 'order', label: '订单', content: <List kind="order" {...props} /> },
        { value: 'bill', label: '账单', content: <List kind="bill" {...props} /> },
      ]}
      value={kind}
      onValueChange={setKind}
    />
  );
};

const empties = {
  order: { title: '没有可开票的订单', text: '订单付款之后可以申请；已申请过的不再列出。' },
  bill: { title: '没有可开票的账单', text: '应付账单结清之后可以申请；应收账单由平台付款，不在此列。' },
} as const;

const List = ({ kind, chosen, onToggle }: CandidatesProps & { kind: Candidate['kind'] }): JSX.Element => {
  const query = useCandidates(kind);
  const items = query.data?.flatMap((reply) => reply.items);
  // The chosen one of a link may be further down than what is loaded.
  const rest = chosen.filter((item) => item.kind === kind && !items?.some((each) => keyOf(each) === keyOf(item)));
  const state = queryStatus<readonly Candidate[]>(
    'invoice.candidates',
    { ...query, data: items && [...rest, ...items] },
    (all) => all.length === 0,
  );
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={4} />}
      empty={<EmptyState {...empties[kind]} />}
      onRetry={() => void query.refetch()}
    >
      {(all) => (
        <>
          <ul className={css.items} aria-label={kind === 'order' ? '可开票的订单' : '可开票的账单'}>
            {all.map((item) => (
              <Row key={keyOf(item)} item={item} chosen={chosen} onToggle={onToggle} />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button size="small" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
              加载更多
            </Button>
          ) : null}
        </>
      )}
    </PageState>
  );
};

const Row = ({ item, chosen, onToggle }: CandidatesProps & { item: Candidate }): JSX.Element => {
  const fault = faultOf(item, chosen);
  return (
    <li className={css.item}>
      <Checkbox
        checked={chosen.some((each) => keyOf(each) === keyOf(item))}
        disabled={fault !== undefined}
        onCheckedChange={() => onToggle(item)}
      >
        <span className={css.words}>
          <span>{item.name}</span>
          <span className={css.note}>
            {item.no}，<DateTime value={item.at} precision="date" />
          </span>
          {fault === undefined ? null : <span className={css.note}>{fault}</span>}
        </span>
      </Checkbox>
      <span className={css.amounts}>
        <Amount text={rmbText(item.amount)} />
        <span className={css.note}>
          税额 {rmbText(item.taxAmount)}（{rateText(item.taxRate)}）
        </span>
      </span>
    </li>
  );
};
