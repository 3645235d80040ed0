import { type ContentBody, keysOfStaff } from '@ronghui/contract';
import { isSamePayee, movesPayee, nameOfBody, type ProvedPayee, payeeOf } from '@ronghui/domain/content';
import { listStaffHolding } from '#features/staff/staff.reads';
import type { OpsContext } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import type { Db, Tx } from '#kernel/database/db';
import { findPublished } from './record-body.ts';

/** The context of a publication by staff. */
type PublishingContext = OpsContext & { readonly fail: (reason: 'payee' | 'moreProof') => never };

/** What was proved; null where the account does not change. */
type Prove = (tx: Tx, body: ContentBody) => Promise<ProvedPayee | null>;

const key = 'ops.billing.write';

const moves = async (db: Db, body: ContentBody): Promise<boolean> =>
  body.record === 'site' && movesPayee(await findPublished(db, nameOfBody(body)), body);

/**
 * Runs a publication by staff. Every bill and order names the account that merchants pay to, so a body that would move it needs more than the key for
 * texts and pictures: the key for bills, and a fresh proof of who publishes it, which is used once.
 *
 * @source R6.3, R11.3
 */
export const withPayeeProof = <T>(
  context: PublishingContext,
  stepTicket: string | undefined,
  work: (prove: Prove) => Promise<T>,
): Promise<T> =>
  withStepProof(context, stepTicket, (spend) =>
    work(async (tx, body) => {
      const isMoved = await moves(tx, body);
      if (isMoved && !keysOfStaff(context.roles).has(key)) return context.fail('payee');
      if ((isMoved || stepTicket !== undefined) && !(await spend())) return context.fail('moreProof');
      const payee = payeeOf(body);
      return isMoved && payee !== null ? { ...payee, staffId: context.staffId } : null;
    }),
  );

/**
 * Whether a body whose moment has come would move the account to another than was proved when the moment was set, or was proved by somebody who
 * is locked or may not move it any more.
 *
 * @source R11.3
 */
export const movesPayeeUnproved = async (db: Db, body: ContentBody, proved: ProvedPayee | null): Promise<boolean> => {
  if (!(await moves(db, body))) return false;
  if (proved === null || !isSamePayee(proved, payeeOf(body))) return true;
  const holders = await listStaffHolding(db, key);
  return holders.every(({ staffId }) => staffId !== proved.staffId);
};
