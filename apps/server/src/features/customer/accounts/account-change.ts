import type { accountReviewOperations, ErrorsOf, Fail } from '@ronghui/contract';
import { countAccountVersion, lockAccount } from '#features/account/account.steps';
import type { OpsContext } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';

/** A change of a user's account: what was asked, against which version, why, and with which proof of who asks. */
export interface AskedChange {
  readonly userId: string;
  readonly version: number;
  readonly reason: string;
  readonly stepTicket: string;
}

/** The context of a change. */
export type ChangeContext = OpsContext & {
  readonly fail: Fail<ErrorsOf<(typeof accountReviewOperations)['ops.account.lock']>>;
};

/** The account as it is held. */
export type HeldAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** What the audit trail says of a change. */
interface ChangeFacts {
  readonly before: object;
  readonly after: object;
}

/** A step on the held account; null where its state does not allow it. */
interface Change<First> {
  /** What is locked before the account is, in the order of a login. */
  readonly first: (tx: Tx) => Promise<First>;
  /** Ends the call where what is asked cannot be done, before the proof is used. */
  readonly check?: ((tx: Tx, held: HeldAccount) => Promise<unknown>) | undefined;
  readonly take: (
    tx: Tx,
    held: HeldAccount,
    step: { readonly first: First; readonly reason: string },
  ) => Promise<ChangeFacts | null>;
}

/**
 * The frame of every change of a user's account by staff: a reason, the row held, the version that was seen, a fresh proof of who asks that is used
 * once, and the trail. A closed account is not changed.
 *
 * @source R4.5, R10.9, R11.4
 */
export const changeAccount = async <First>(
  context: ChangeContext,
  { userId, version, reason: typed, stepTicket }: AskedChange,
  { first, check, take }: Change<First>,
): Promise<{ version: number }> => {
  const { fail } = context;
  const reason = typed.trim();
  if (reason === '') return fail('invalid', wrongField('reason', '请填写原因'));
  return withStepProof(context, stepTicket, (spend) =>
    context.transact(async (tx) => {
      const before = await first(tx);
      const held = await lockAccount(tx, userId);
      if (held === undefined) return fail('notFound');
      if (held.version !== version || held.status === 'cancelled') return fail('changed');
      await check?.(tx, held);
      if (!(await spend())) {
        context.audit({ object: userId });
        return fail('moreProof');
      }
      const facts = await take(tx, held, { first: before, reason });
      if (facts === null) return fail('changed');
      context.audit({ object: userId, before: facts.before, after: { ...facts.after, reason } });
      return { version: await countAccountVersion(tx, userId) };
    }),
  );
};

/** A step that locks nothing before the account. */
export const alone = (take: Change<undefined>['take'], check?: Change<undefined>['check']): Change<undefined> => ({
  first: () => Promise.resolve(undefined),
  check,
  take,
});
