import type { MemberRole } from '@ronghui/contract';
import type { CertificationEvent } from '@ronghui/domain/certification';
import { sql } from 'kysely';
import { asksSecondApprover } from '#features/tenant/tenant.reads';
import type { Db } from '#kernel/database/db';
import { membersAtMost } from '../customer.sql.ts';

/** A merchant's own record. By the primary key. */
export const findTenantRecord = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenant as t')
    .select(['t.tenant_id', 't.name', 't.uscc', 't.industry', 't.province_code', 't.city_code', 't.address'])
    .select(['t.contact_name', 't.contact_email', 't.certification_status', 't.created_at'])
    .select(asksSecondApprover('t'))
    .select(sql<number>`(select count(*)::int from member m where m.tenant_id = t.tenant_id)`.as('member_count'))
    .where('t.tenant_id', '=', tenantId)
    .executeTakeFirst();

/** The record as it is stored. */
export type TenantRecord = NonNullable<Awaited<ReturnType<typeof findTenantRecord>>>;

/** A try to log in by one of the members. */
export interface LoginRecord {
  readonly login_id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly method: 'password' | 'sms' | 'register';
  readonly result: 'success' | 'failed';
  readonly device: string;
  readonly address: string;
  readonly known_device: boolean;
  readonly name: string;
  readonly mobile_masked: string;
}

/** The newest tries of the members, of each as many as are shown. By login_history_user, once a member. */
export const listMemberLogins = async (db: Db, tenantId: string, limit: number): Promise<readonly LoginRecord[]> => {
  const { rows } = await sql<LoginRecord>`
    select l.*, u.user_id, u.name, u.mobile_masked
    from (select user_id from member where tenant_id = ${tenantId} order by created_at limit ${membersAtMost}) m
      join user_account u using (user_id)
      cross join lateral (
        select login_id, created_at, method, result, device, address, known_device from login_history h
        where h.user_id = m.user_id order by h.created_at desc limit ${limit}) l
    order by l.created_at desc, l.login_id limit ${limit}`.execute(db);
  return rows;
};

/** What happened to a merchant. */
export interface HistoryRecord {
  readonly at: Date;
  readonly kind: CertificationEvent['kind'] | 'registered' | 'joined' | 'roleChanged' | 'removed';
  readonly by_name: string;
  readonly of_name: string | null;
  readonly from_role: MemberRole | null;
  readonly to_role: MemberRole | null;
  readonly submission_no: string | null;
}

/** The history of a merchant's certification and of its members, newest first. By the primary keys of both. */
export const listTenantHistory = async (db: Db, tenantId: string, limit: number): Promise<readonly HistoryRecord[]> => {
  const { rows } = await sql<HistoryRecord>`
    (select at, event as kind, by_name, null::text as of_name, null::text as from_role, null::text as to_role, submission_no
      from certification_step where tenant_id = ${tenantId} order by version desc limit ${limit})
    union all
    (select at, event, coalesce(user_label(by_user_id), ''), coalesce(user_label(user_id), ''), from_role, to_role, null
      from member_history where tenant_id = ${tenantId} order by member_history_id desc limit ${limit})
    union all
    (select created_at, 'registered', '', null, null, null, null from tenant where tenant_id = ${tenantId})
    order by at desc limit ${limit}`.execute(db);
  return rows;
};
