import type { Agreement } from '@ronghui/contract';
import { textsToReadAgain } from '@ronghui/domain/agreement';
import { sql } from 'kysely';
import { listCurrentAgreements } from '#features/agreement/agreement.sql';
import type { Tx } from '#kernel/database/db';
import { listRegisterConsents } from './authorization.sql.ts';

/** One at a time adds to what a person agreed to as a person, until its transaction ends. */
export const holdRegisterConsents = async (tx: Tx, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('consent ' || ${userId}, 0))`.execute(tx);
};

/** Texts of registration that a person has to read again; for the service, which sees their consents in all their tenants. @source R10.6 */
export const listStaleAgreements = async (tx: Tx, userId: string): Promise<readonly Agreement[]> => {
  const [current, given] = await Promise.all([listCurrentAgreements(tx), listRegisterConsents(tx, userId)]);
  return textsToReadAgain(
    current,
    given.map((each) => ({ id: each.agreement_id, version: each.agreement_version, isLive: each.is_live })),
  );
};
