import type { PostingKind } from '@ronghui/domain/account-statement';
import type { BillStatus } from '@ronghui/domain/bill';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { presentBillStatus } from '#features/bill/bill.reads';

/** The movements of a tenant before a moment, from another one on where it is given. */
export interface MovementsOf {
  readonly tenantId: string;
  readonly from?: Date;
  readonly before: Date;
}

/** A movement of a balance. */
export interface Movement {
  readonly at: Date;
  readonly key: string;
  readonly direction: 'payable' | 'receivable';
  readonly kind: PostingKind;
  readonly amount_fen: Fen;
  readonly item_kind: 'bill' | 'order';
  readonly item_no: string;
  readonly title: string;
  readonly bill_status: BillStatus | null;
}

const within = ({ from, before }: MovementsOf): RawBuilder<unknown> =>
  from === undefined ? sql`s.at < ${before}` : sql`s.at >= ${from} and s.at < ${before}`;

/**
 * The movements, a union over the steps of issued bills and of paid orders: each has its moment and a key, by which they are ordered. By bill_step_money
 * and order_step_money. A payment of 0 moves nothing.
 *
 * @source receipts 3.1, decision 0147
 */
export const movements = (asked: MovementsOf): RawBuilder<unknown> => sql`
  select s.at, ('b' || b.bill_no || '-' || lpad(s.step_no::text, 6, '0')) collate "C" as key, b.direction,
      case s.kind when 'settled' then 'paid' when 'paymentReversed' then 'reversed' else s.kind end as kind,
      case s.kind when 'issued' then s.amount_fen when 'adjusted' then s.amount_fen - s.from_fen when 'paymentReversed' then s.payment_fen
        when 'writtenOff' then -s.written_off_fen when 'writeOffUndone' then s.written_off_fen else -s.payment_fen end as amount_fen,
      'bill' as item_kind, b.bill_no as item_no, b.stage_name || ' · ' || b.product_name as title,
      case when s.kind = 'issued' then ${presentBillStatus} end as bill_status,
      b.bill_id, s.step_no, coalesce(s.reverses_step, s.step_no) as payment_step, null::bigint as order_version
    from bill_step s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
    where s.tenant_id = ${asked.tenantId} and ${within(asked)} and b.status <> 'draft' and (s.payment_fen is null or s.payment_fen > 0)
      and s.kind in ('issued', 'adjusted', 'paid', 'settled', 'paymentReversed', 'writtenOff', 'writeOffUndone')
  union all
  select s.at, ('o' || o.order_no || '-' || lpad(s.version::text, 6, '0') || '-' || n.place) collate "C", 'payable', n.kind, n.sign * o.total_fen,
      'order', o.order_no, o.product_name, null, null, null, null, s.version
    from order_step s join "order" o on o.tenant_id = s.tenant_id and o.order_no = s.order_no
      join (values (1, 'acceptPayment', 'orderPrice', 1), (2, 'acceptPayment', 'orderPaid', -1),
        (1, 'refund', 'orderWithdrawn', -1), (2, 'refund', 'orderRefunded', 1)) n (place, action, kind, sign) on n.action = s.action
    where s.tenant_id = ${asked.tenantId} and ${within(asked)} and s.action in ('acceptPayment', 'refund') and o.total_fen > 0`;
