import type { ErrorsOf, Fail, Output, teamOperations } from '@ronghui/contract';
import { changeColleague, isAccount, normaliseAccount } from '@ronghui/domain/staff';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { wireSessionOf } from '#kernel/calls/sessions/own-session';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { findLastStep } from '../staff.reads.ts';
import { deleteGuards } from '../staff.sql.ts';
import { newOneTimePassword } from '../staff-admin.ts';
import { deleteDevices } from '../staff-device.sql.ts';
import { countRecoveryCodes, deleteTotp } from '../staff-totp.sql.ts';
import { subjectsOf } from '../staff-try.ts';
import {
  findMember,
  insertMember,
  isLockedByTries,
  type LockedMember,
  listTeam,
  lockMembers,
  memberOf,
  replacePassword,
  updateMember,
} from './team.sql.ts';
import { listTeamNews, updateTeamSeen } from './team-news.sql.ts';

const colleagueOf = ({ staffId, roles, status, mustChangePassword }: LockedMember) => ({
  staffId,
  isAdmin: roles.includes('admin'),
  status,
  mustChangePassword,
});

/** What admins change an account by. */
const stepEvents = [
  'ops.staff.update',
  'ops.staff.lock',
  'ops.staff.unlock',
  'ops.staff.resetPassword',
  'ops.staff.resetTotp',
  'ops.staff.endSessions',
] as const satisfies readonly (keyof typeof teamOperations)[];

/** A change of a colleague's account: what was asked, against which version, with which proof. */
interface Asked {
  readonly staffId: string;
  readonly version: number;
  readonly stepTicket: string;
}
type ChangeErrors = ErrorsOf<(typeof teamOperations)['ops.staff.unlock']>;
type ChangeContext = OpsContext & { readonly fail: Fail<ChangeErrors> };

/** Runs a step with the caller's fresh proof: used once, also when the transaction is retried. */
const withProof = <Reply>(
  context: OpsContext,
  stepTicket: string,
  work: (tx: Tx, spend: () => Promise<boolean>) => Promise<Reply>,
): Promise<Reply> => withStepProof(context, stepTicket, (spend) => context.transact((tx) => work(tx, spend)));

/**
 * The frame of every change of a colleague: both rows locked, the caller's right read from the database, the version, the proof, and the
 * version counted up. The member's sessions end with it, so that nobody works on with what they no longer have.
 */
const changeMember = <Reply extends object>(
  context: ChangeContext,
  { staffId, version, stepTicket }: Asked,
  change: (tx: Tx, target: LockedMember) => Promise<{ readonly reply: Reply; readonly before: object; after: object }>,
): Promise<Reply & { version: number }> =>
  withProof(context, stepTicket, async (tx, spend) => {
    const { fail, sessions } = context;
    const rows = await lockMembers(tx, [context.staffId, staffId]);
    const [actor, target] = [context.staffId, staffId].map((id) => rows.find((row) => row.staffId === id));
    if (actor === undefined) return fail('notAllowed');
    if (target === undefined) return fail('notFound');
    // What is refused here names the colleague in the trail.
    const named = () => context.audit({ object: staffId });
    const allowed = changeColleague(colleagueOf(actor), staffId);
    if (!allowed.ok) {
      named();
      return fail(allowed);
    }
    if (target.version !== version) return fail('changed');
    if (!(await spend())) {
      named();
      return fail('moreProof');
    }
    const { reply, before, after } = await change(tx, target);
    await sessions.endAllOf(tx, staffId);
    context.audit({ object: staffId, before, after });
    return { ...reply, version: await updateMember(tx, staffId) };
  });

const liftLocks = async (tx: Tx, { ports }: OpsContext, target: LockedMember): Promise<number> =>
  deleteGuards(tx, await subjectsOf(tx, ports.digests, target));

/** The accounts of staff (R6.1, R11.1). The caller's role in the database decides what they may do, not the session's. */
export const teamHandlers: HandlersFor<typeof teamOperations> = {
  'ops.staff.page': async ({ keyword, role, status, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listTeam(db, { filter: { keyword, role, status }, listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.staff_id }));
    return { items: part.rows.slice(0, listing.pageSize).map(memberOf), ...frame };
  },

  'ops.staff.detail': async ({ staffId }, { db, ports, session, sessions, transact, fail }) => {
    const row = await findMember(db, staffId);
    if (row === undefined) return fail('notFound');
    const member = memberOf(row);
    const [lockedByTries, recoveryCodesLeft, last, open] = await Promise.all([
      isLockedByTries(db, await subjectsOf(db, ports.digests, member)),
      countRecoveryCodes(db, staffId),
      findLastStep(db, staffId, stepEvents),
      transact((tx) => sessions.listOf(tx, staffId)),
    ]);
    const list: Output<'ops.staff.detail'>['sessions'] = open.map((one) => wireSessionOf(one, session));
    const totp = { on: member.totpOn, recoveryCodesLeft };
    return { ...member, totp, lockedByTries, lockReason: row.lock_reason, sessions: list, ...last };
  },

  'ops.staff.news': async (_input, { db, staffId }) => ({ items: [...(await listTeamNews(db, staffId))] }),

  'ops.staff.seeNews': ({ eventId, ...rest }, context) => {
    allTaken(rest);
    return context.transact(async (tx) => {
      await updateTeamSeen(tx, context.staffId, eventId);
      context.audit({ object: context.staffId, after: { eventId } });
      return {};
    });
  },

  'ops.staff.create': async ({ account: typed, name: typedName, roles, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { ports, fail } = context;
    const [account, name] = [normaliseAccount(typed), typedName.trim()];
    if (!isAccount(account))
      return fail('invalid', wrongField('account', '请用 3–32 位小写字母、数字、点、横线或下划线，字母开头'));
    if (name === '') return fail('invalid', wrongField('name', '请填写姓名'));
    const { oneTimePassword, password } = await newOneTimePassword(ports);
    const staffId = ports.ids.id();
    return withProof(context, stepTicket, async (tx, spend) => {
      const [actor] = await lockMembers(tx, [context.staffId]);
      const wanted = [...new Set(roles)];
      // Also what is refused for want of a right or a proof says in the trail who would have come with which roles.
      const named = () => context.audit({ object: staffId, before: null, after: { account, roles: wanted } });
      if (actor === undefined || !changeColleague(colleagueOf(actor), staffId).ok) {
        named();
        return fail('notAllowed');
      }
      const until = await insertMember(tx, { staffId, account, name, roles: wanted, password });
      if (until === undefined) return fail('taken');
      const isProved = await spend();
      named();
      if (!isProved) return fail('moreProof');
      return { staffId, oneTimePassword, expiresAt: until.toISOString(), version: 1 };
    });
  },

  'ops.staff.update': ({ name: typedName, roles, staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const [name, wanted] = [typedName.trim(), [...new Set(roles)]];
    if (name === '') return context.fail('invalid', wrongField('name', '请填写姓名'));
    return changeMember(context, { staffId, version, stepTicket }, async (tx, target) => {
      await updateMember(tx, staffId, { name, roles: wanted });
      // Names are personal: the trail says only that one was changed.
      const isRenamed = name !== target.name;
      return { reply: {}, before: { roles: target.roles }, after: { roles: wanted, renamed: isRenamed } };
    });
  },

  'ops.staff.lock': ({ reason: typedReason, staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const reason = typedReason.trim();
    if (reason === '') return context.fail('invalid', wrongField('reason', '请填写锁定的原因'));
    return changeMember(context, { staffId, version, stepTicket }, async (tx, { status }) => {
      await updateMember(tx, staffId, { status: 'locked', lock_reason: reason });
      return { reply: {}, before: { status }, after: { status: 'locked', reason } };
    });
  },

  'ops.staff.unlock': ({ staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    return changeMember(context, { staffId, version, stepTicket }, async (tx, target) => {
      await updateMember(tx, staffId, { status: 'active', lock_reason: '' });
      const lifted = await liftLocks(tx, context, target);
      return { reply: {}, before: { status: target.status }, after: { status: 'active', lifted } };
    });
  },

  'ops.staff.resetPassword': async ({ staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { oneTimePassword, password } = await newOneTimePassword(context.ports);
    return changeMember(context, { staffId, version, stepTicket }, async (tx, target) => {
      const until = await replacePassword(tx, staffId, password);
      await liftLocks(tx, context, target);
      await deleteDevices(tx, staffId, null);
      const { mustChangePassword } = target;
      return {
        reply: { oneTimePassword, expiresAt: until.toISOString() },
        before: { mustChangePassword },
        after: { mustChangePassword: true },
      };
    });
  },

  'ops.staff.resetTotp': ({ staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    return changeMember(context, { staffId, version, stepTicket }, async (tx, { hasTotp }) => {
      await deleteTotp(tx, staffId);
      return { reply: {}, before: { totp: hasTotp }, after: { totp: false } };
    });
  },

  'ops.staff.endSessions': ({ staffId, version, stepTicket, ...rest }, context) => {
    allTaken(rest);
    return changeMember(context, { staffId, version, stepTicket }, async (tx) => {
      const open = await context.sessions.listOf(tx, staffId);
      return { reply: {}, before: { sessions: open.length }, after: { sessions: 0 } };
    });
  },
};
