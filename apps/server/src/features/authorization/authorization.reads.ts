import type { Agreement, Output } from '@ronghui/contract';
import { agreementsToAcceptAgain } from '@ronghui/domain/agreement';
import { sql } from 'kysely';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import type { Db, Tx } from '#kernel/database/db';

import { type ConsentRow, countConsents, exportedConsents, listConsents } from './authorization.sql.ts';
import { consentColumns } from './authorization-csv.ts';
import { recordOf } from './authorization-record.ts';

/** What exports read of the ledger. */
export { type ConsentRow, consentColumns, countConsents, exportedConsents };

/** Agreements of registration that a person has to accept again; runs as the service, which reads their consents in all their tenants. @source R10.6 */
export const listStaleAgreements = async (tx: Tx, userId: string): Promise<readonly Agreement[]> => {
  const [current, consents] = await Promise.all([listCurrentAgreements(tx), listRegisterConsents(tx, userId)]);
  return agreementsToAcceptAgain(
    current,
    consents.map((each) => ({ id: each.agreement_id, version: each.agreement_version, isLive: each.is_live })),
  );
};

/** Those of the records that are in force, on which a renewal can rely. By the primary key. */
export const listLiveConsents = (tx: Tx, tenantId: string, recordIds: readonly string[]) =>
  tx
    .selectFrom('consent')
    .select(['consent_id', 'agreement_id', 'agreement_version', 'valid_to'])
    .where('tenant_id', '=', tenantId)
    .where('consent_id', 'in', [...recordIds, ''])
    .where('withdrawn_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`app_now()`)]))
    .limit(100)
    .execute();

/** How many of these records are no longer in force: withdrawn, expired, or ended early. By the primary key. */
export const countConsentsNotInForce = async (
  tx: Tx,
  tenantId: string,
  recordIds: readonly string[],
): Promise<number> => {
  const { count } = await tx
    .selectFrom('consent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('consent_id', 'in', [...recordIds, ''])
    .where((eb) =>
      eb.or([
        eb('withdrawn_at', 'is not', null),
        eb('ended_at', 'is not', null),
        eb('valid_to', '<=', sql<Date>`app_now()`),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
};

/** What a person agreed to at registration and since, in all their tenants; runs as the service. By consent_user. */
export const listRegisterConsents = (tx: Tx, userId: string) =>
  tx
    .selectFrom('consent')
    .select(['tenant_id', 'consent_id', 'agreement_id', 'agreement_version'])
    .select(sql<boolean>`withdrawn_at is null and ended_at is null`.as('is_live'))
    .where('user_id', '=', userId)
    .where('scene', '=', 'register')
    .orderBy('granted_at', 'desc')
    .limit(200)
    .execute();

/** A tenant's newest records, in the contract's shape. By consent_newest. */
export const listRecentConsents = async (
  db: Db,
  tenantId: string,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<Output<'authorization.page'>['items']> => {
  const listing = { page: 1, pageSize: limit, offset: 0, after: null, wantsTotal: false };
  const { rows } = await listConsents(db, tenantId, { filter: {}, listing });
  return rows.slice(0, limit).map((row) => recordOf(row, now));
};
