import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#kernel/database/db';

/** An order with its steps, consents and vouchers, in one statement; each part by the primary key of its table. */
export const findOrder = (db: Db, tenantId: string, orderNo: string) =>
  db
    .selectFrom('order as o')
    .innerJoin('tenant as t', 't.tenant_id', 'o.tenant_id')
    .selectAll('o')
    .select('t.certification_status')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_step as s')
          .select(['s.action', 's.from_status', 's.to_status', 's.actor', 's.by_name', 's.reason', 's.at'])
          .whereRef('s.tenant_id', '=', 'o.tenant_id')
          .whereRef('s.order_no', '=', 'o.order_no')
          .orderBy('s.version')
          .limit(500),
      ).as('steps'),
      jsonArrayFrom(
        eb
          .selectFrom('order_voucher as v')
          .select(['v.voucher_id', 'v.status', 'v.payer_name', 'v.paid_at', 'v.sent_at', 'v.reason', 'v.file_ids'])
          .whereRef('v.tenant_id', '=', 'o.tenant_id')
          .whereRef('v.order_no', '=', 'o.order_no')
          .orderBy('v.sent_at', 'desc')
          .limit(100),
      ).as('vouchers'),
      jsonArrayFrom(
        eb
          .selectFrom('order_voucher as w')
          .innerJoin('file as f', (join) =>
            join.onRef('f.tenant_id', '=', 'w.tenant_id').on(sql<boolean>`f.file_id = any(w.file_ids)`),
          )
          .select(['f.file_id', 'f.name'])
          .whereRef('w.tenant_id', '=', 'o.tenant_id')
          .whereRef('w.order_no', '=', 'o.order_no')
          .limit(500),
      ).as('files'),
      jsonArrayFrom(
        eb
          .selectFrom('consent as c')
          .innerJoin('agreement as a', (join) =>
            join.onRef('a.agreement_id', '=', 'c.agreement_id').onRef('a.version', '=', 'c.agreement_version'),
          )
          .select([
            'c.consent_id',
            'c.agreement_id',
            'c.agreement_version',
            'a.title',
            'c.withdrawn_at',
            'c.ended_at',
            'c.valid_to',
          ])
          .whereRef('c.tenant_id', '=', 'o.tenant_id')
          .where(sql<boolean>`c.consent_id = any(o.consent_ids)`)
          .orderBy('c.granted_at')
          .orderBy('c.consent_id')
          .limit(50),
      ).as('consents'),
      eb
        .selectFrom('payment_code as k')
        .select('k.code')
        .whereRef('k.tenant_id', '=', 'o.tenant_id')
        .where('k.kind', '=', 'order')
        .whereRef('k.item_no', '=', 'o.order_no')
        .as('payment_code'),
      eb
        .selectFrom('order as r')
        .select('r.order_no')
        .whereRef('r.tenant_id', '=', 'o.tenant_id')
        .whereRef('r.renews_order_no', '=', 'o.order_no')
        .where('r.status', 'in', [...openOrderStatuses])
        .limit(1)
        .as('renewed_by'),
    ])
    .where('o.tenant_id', '=', tenantId)
    .where('o.order_no', '=', orderNo)
    .executeTakeFirst();

/** What `findOrder` returns. */
export type OrderDetail = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
