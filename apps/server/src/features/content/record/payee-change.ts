import { type ContentBody, keysOfStaff } from '@ronghui/contract';
import {
  isSamePayee,
  movesPayee,
  nameOfBody,
  type Payee,
  type ProvedPayee,
  payeeOf,
  recordWord,
} from '@ronghui/domain/content';
import { maskTail } from '@ronghui/domain/identity/resident-id';
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

/** The account that is published, where a body would move it; null where it would not. */
const movedFrom = async (db: Db, body: ContentBody): Promise<{ readonly former: Payee | null } | null> => {
  if (body.record !== 'site') return null;
  const published = await findPublished(db, nameOfBody(body));
  return movesPayee(published, body) ? { former: payeeOf(published) } : null;
};

/** An account as the trail keeps one that was not published: enough to recognise it. */
const traced = (payee: Payee | null) => payee && { payee: { ...payee, accountNo: maskTail(payee.accountNo) } };

/**
 * Runs a publication by staff. Every bill and order names the account that merchants pay to, so a body that would move it needs more than the key for
 * texts and pictures: the key for bills, and a fresh proof of who publishes it, which is used once. A try without them is in the trail, with both accounts.
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
      const moved = await movedFrom(tx, body);
      const payee = payeeOf(body);
      const refuse = (reason: 'payee' | 'moreProof'): never => {
        const sides = moved && { before: traced(moved.former), after: traced(payee) };
        context.audit({ object: recordWord(nameOfBody(body)), ...sides });
        return context.fail(reason);
      };
      if (moved !== null && !keysOfStaff(context.roles).has(key)) return refuse('payee');
      if ((moved !== null || stepTicket !== undefined) && !(await spend())) return refuse('moreProof');
      return moved !== null && payee !== null ? { ...payee, staffId: context.staffId } : null;
    }),
  );

/**
 * Whether a body whose moment has come would move the account to another than was proved when the moment was set, or was proved by somebody who
 * is locked or may not move it any more.
 *
 * @source R11.3
 */
export const movesPayeeUnproved = async (db: Db, body: ContentBody, proved: ProvedPayee | null): Promise<boolean> => {
  if ((await movedFrom(db, body)) === null) return false;
  if (proved === null || !isSamePayee(proved, payeeOf(body))) return true;
  const holders = await listStaffHolding(db, key);
  return holders.every(({ staffId }) => staffId !== proved.staffId);
};
