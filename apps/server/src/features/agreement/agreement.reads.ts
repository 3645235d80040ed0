import type { Agreement } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The site setting with the ids of retired agreements: those that the current content no longer has. */
export const retiredAgreementsKey = 'retiredAgreements';

/** Whether an agreement is in use, that is, not retired. One row of the settings by its key, read once a statement. */
const isUsed = sql<boolean>`not (coalesce((select value from site_setting where key = ${retiredAgreementsKey}), '[]') ? agreement_id)`;

/** An agreement in one of its versions, with the moment from which that is in force. */
export interface DatedAgreement extends Agreement {
  readonly effectiveAt: Date;
}

/** Every agreement in use in the version that is in force now, and in those that will be: a dozen rows or two. Uses the primary key. */
export const listDatedAgreements = async (db: Db): Promise<DatedAgreement[]> => {
  const rows = await db
    .selectFrom('agreement')
    .select(['agreement_id', 'version', 'title', 'required', 'scene', 'effective_at'])
    .where(isUsed)
    .where(
      sql<boolean>`not exists (select 1 from agreement later where later.agreement_id = agreement.agreement_id and later.effective_at > agreement.effective_at and later.effective_at <= app_now())`,
    )
    .orderBy('agreement_id')
    .orderBy('effective_at', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ agreement_id, scene, effective_at, ...row }) => ({
    id: agreement_id,
    ...row,
    scene: scene as Agreement['scene'],
    effectiveAt: effective_at,
  }));
};

/** Of each agreement the version that is in force at a moment. */
export const inForceAt = (dated: readonly DatedAgreement[], now: Date): Agreement[] => {
  const known = new Set<string>();
  return dated.flatMap(({ effectiveAt, ...agreement }) => {
    if (effectiveAt > now || known.has(agreement.id)) return [];
    known.add(agreement.id);
    return [agreement];
  });
};

/** Every agreement in use in the version that is in force now: a dozen rows. Uses the primary key. */
export const listCurrentAgreements = async (db: Db): Promise<Agreement[]> => {
  const rows = await db
    .selectFrom('agreement')
    .distinctOn('agreement_id')
    .select(['agreement_id', 'version', 'title', 'required', 'scene'])
    .where('effective_at', '<=', sql<Date>`app_now()`)
    .where(isUsed)
    .orderBy('agreement_id')
    .orderBy('effective_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ agreement_id, scene, ...row }) => ({
    id: agreement_id,
    ...row,
    scene: scene as Agreement['scene'],
  }));
};

/** The ids, versions and digests that a consent record keeps as evidence (R10.6). */
export const listAgreementDigests = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('agreement')
    .select(['agreement_id', 'version', 'sha256', 'title'])
    .where('agreement_id', 'in', [...ids, ''])
    .execute();

/** Every version ever published, in use or not. */
export const listAllAgreements = (db: Db) =>
  db.selectFrom('agreement').selectAll().orderBy('agreement_id').orderBy('effective_at').execute();

/** Every version of the agreements in use, for the export. */
export const listUsedAgreements = (db: Db) =>
  db.selectFrom('agreement').selectAll().where(isUsed).orderBy('agreement_id').orderBy('effective_at').execute();

/** Of each agreement in use the latest version, in force or not yet. Uses the primary key. */
export const listLatestAgreements = (db: Db) =>
  db
    .selectFrom('agreement')
    .distinctOn('agreement_id')
    .selectAll()
    .where(isUsed)
    .orderBy('agreement_id')
    .orderBy('effective_at', 'desc')
    .orderBy('version', 'desc')
    .limit(500)
    .execute();

/** The versions of an agreement in use or not, the latest first, without their rendered texts. Uses the primary key. */
export const listAgreementVersions = (db: Db, id: string) =>
  db
    .selectFrom('agreement')
    .select(['version', 'title', 'scene', 'required', 'markdown', 'sha256', 'effective_at', 'created_at'])
    .select([sql<Date>`app_now()`.as('now'), isUsed.as('is_used')])
    .where('agreement_id', '=', id)
    .orderBy('effective_at', 'desc')
    .orderBy('version', 'desc')
    .limit(200)
    .execute();

/** The agreements that are retired. */
export const listRetiredAgreements = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('agreement')
    .distinct()
    .select('agreement_id')
    .where((eb) => eb.not(isUsed))
    .orderBy('agreement_id')
    .execute();
  return rows.map(({ agreement_id }) => agreement_id);
};

/** The given version, or the one in force. A retired agreement can still be read by those who agreed to it. */
export const findAgreement = (db: Db, id: string, version: string | undefined) =>
  db
    .selectFrom('agreement')
    .selectAll()
    .where('agreement_id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? ''))
    .$if(version === undefined, (query) => query.where('effective_at', '<=', sql<Date>`app_now()`))
    .orderBy('effective_at', 'desc')
    .limit(1)
    .executeTakeFirst();
