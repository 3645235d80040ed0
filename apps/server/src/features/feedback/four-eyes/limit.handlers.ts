import type { fourEyesOperations, Output } from '@ronghui/contract';
import { isLoosened } from '@ronghui/domain/feedback';
import { type FourEyes, findFourEyes } from '#features/site/site.reads';
import { setFourEyes } from '#features/site/site.steps';
import { isSetUpByOther, listStaffHolding, nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import type { Db } from '#kernel/database/db';

type Limit = Pick<
  typeof fourEyesOperations,
  'ops.feedback.fourEyes' | 'ops.feedback.setFourEyes' | 'ops.feedback.decideFourEyes'
>;

const shown = async (
  db: Db,
  { aboveAmount, revision, setBy, setAt, proposed }: FourEyes,
  readerId: string,
): Promise<Output<'ops.feedback.fourEyes'>> => ({
  aboveAmount,
  revision,
  ...(setBy === undefined ? {} : { setBy }),
  ...(setAt === undefined ? {} : { setAt }),
  ...(proposed === undefined
    ? {}
    : {
        proposed: {
          aboveAmount: proposed.aboveAmount,
          by: proposed.by,
          at: proposed.at,
          isOwn: proposed.byId === readerId,
        },
      }),
  releasers: (await listStaffHolding(db, 'ops.billing.write')).length,
});

/** The difference from which an answer needs a second member of staff. Two people loosen it, so that no one lifts it for an answer of their own (R11.6). */
export const limitHandlers: HandlersFor<Limit> = {
  'ops.feedback.fourEyes': async (_input, { db, staffId }) => shown(db, await findFourEyes(db), staffId),

  'ops.feedback.setFourEyes': async ({ aboveAmount, revision, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail } = context;
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        const { proposed: _replaced, ...former } = await findFourEyes(tx);
        if (former.revision !== revision) return fail('changed');
        const [by, at] = [await nameOfStaff(tx, staffId), ports.clock.now().toISOString()];
        const isProposed = isLoosened(former.aboveAmount, aboveAmount);
        if ((isProposed || stepTicket !== undefined) && !(await spend())) {
          context.audit({ object: 'fourEyes' });
          return fail('moreProof');
        }
        const next: FourEyes = isProposed
          ? { ...former, revision: revision + 1, proposed: { aboveAmount, byId: staffId, by, at } }
          : { aboveAmount, revision: revision + 1, setBy: by, setAt: at };
        if (!(await setFourEyes(tx, next))) return fail('changed');
        context.audit({
          object: 'fourEyes',
          before: { aboveAmount: former.aboveAmount },
          after: isProposed ? { aboveAmount: former.aboveAmount, proposedAmount: aboveAmount } : { aboveAmount },
        });
        return shown(tx, next, staffId);
      }),
    );
  },

  'ops.feedback.decideFourEyes': async ({ decision, revision, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail } = context;
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        const { proposed, ...former } = await findFourEyes(tx);
        if (proposed === undefined || former.revision !== revision) return fail('changed');
        const isOwn = proposed.byId === staffId;
        const refuse = (reason: 'forbidden' | 'samePerson' | 'setUpByOther' | 'moreProof'): never => {
          context.audit({ object: 'fourEyes' });
          return fail(reason);
        };
        if (decision === 'takenBack' && !isOwn) return refuse('forbidden');
        if (decision !== 'takenBack' && isOwn) return refuse('samePerson');
        if (decision === 'released' && (await isSetUpByOther(tx, proposed.byId, staffId)))
          return refuse('setUpByOther');
        if (decision === 'released' && !(await spend())) return refuse('moreProof');
        const kept: FourEyes = { ...former, revision: revision + 1 };
        const next: FourEyes =
          decision === 'released'
            ? {
                aboveAmount: proposed.aboveAmount,
                revision: revision + 1,
                setBy: await nameOfStaff(tx, staffId),
                setAt: ports.clock.now().toISOString(),
              }
            : kept;
        if (!(await setFourEyes(tx, next))) return fail('changed');
        context.audit({
          object: 'fourEyes',
          before: { aboveAmount: former.aboveAmount, proposedAmount: proposed.aboveAmount, proposedBy: proposed.byId },
          after: { aboveAmount: next.aboveAmount, decision },
        });
        return shown(tx, next, staffId);
      }),
    );
  },
};
