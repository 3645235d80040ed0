import type { Agreement } from '@ronghui/contract';
import type { OpeningStep } from '@ronghui/domain/desk';
import { sql } from 'kysely';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { findSite } from '#features/site/site.reads';
import type { Db } from '#kernel/database/db';

/** Each ends at the first row; the tables of content and staff have dozens of rows. */
const findThere = async (db: Db) => {
  const { rows } = await sql<
    Record<'category' | 'product' | 'trial' | 'colleague' | 'project' | 'stage' | 'feeRule', boolean>
  >`
    select exists (select 1 from category) as category,
      exists (select 1 from product) as product,
      exists (select 1 from product where has_trial) as trial,
      (select count(*) > 1 from (select 1 from staff where status = 'active' limit 2) active) as colleague,
      exists (select 1 from project) and exists (select 1 from org) as project,
      exists (select 1 from stage) as stage,
      exists (select 1 from fee_rule) as "feeRule"`.execute(db);
  const [there] = rows;
  if (there === undefined) throw new Error('a statement without a row');
  return there;
};

const blank = '—';

/** Which steps of the opening are done, read from what is there. @source R11.2 */
export const readOpening = async (db: Db): Promise<Readonly<Record<OpeningStep, boolean>>> => {
  const [{ trial, ...there }, site, agreements] = await Promise.all([
    findThere(db),
    findSite(db),
    listCurrentAgreements(db),
  ]);
  const has = (scene: Agreement['scene']): boolean => agreements.some((agreement) => agreement.scene === scene);
  return {
    ...there,
    site: site !== undefined && site.contacts.phone !== blank,
    payee: site?.payee !== undefined,
    registerAgreement: has('register'),
    contactAgreement: has('contact'),
    certificationAgreement: has('certification'),
    purchaseAgreement: has('purchase'),
    // Asked for only where something can be tried.
    trialAgreement: !trial || has('trial'),
  };
};
