import { type accountReviewOperations, keysOfStaff } from '@ronghui/contract';
import { maskAddress } from '@ronghui/domain/identity/address';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { findLoginUser, findMobileChange, isLockedByTries, listLogins, loginOf } from '#features/account/account.reads';
import { findLastStep, nameOfStaff } from '#features/staff/staff.reads';
import { countLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wireSessionOf } from '#kernel/calls/sessions/own-session';
import { listingOf, pageFrame } from '#kernel/listing';
import { listTenantsOf } from '../customer.sql.ts';
import { accountStepHandlers } from './account-step.handlers.ts';
import { accountOf, findAccount, findPersonal, listAccounts } from './accounts.sql.ts';

/** How many tries to log in the page shows. */
const loginsAtMost = 10;

/** What staff change an account by. */
const stepEvents = [
  'ops.account.lock',
  'ops.account.unlock',
  'ops.account.endSessions',
  'ops.account.resetTotp',
  'ops.account.changeMobile',
] as const satisfies readonly (keyof typeof accountReviewOperations)[];

/** How many of those that a search found its event names. */
const usersNamed = 20;

/** The merchants' users, for the provider's staff (R4.5, R10.9, R11.4). */
export const accountReviewHandlers: HandlersFor<typeof accountReviewOperations> = {
  ...accountStepHandlers,

  'ops.account.page': async ({ keyword, status, ...input }, context) => {
    const { db, ports, roles, audit } = context;
    const listing = listingOf(input, ports.limits);
    const byPerson = keysOfStaff(roles).has('ops.customer.write');
    const asked = byPerson ? (keyword ?? '').trim() : '';
    // A name that is typed in full is confirmed, or not, by what is found: an answer about a person like that to a number.
    if (asked !== '') await countLook(context);
    const part = await listAccounts(db, { filter: { keyword, byPerson, status }, listing });
    const items = part.rows.slice(0, listing.pageSize).map(accountOf);
    if (asked !== '') {
      const users = items.slice(0, usersNamed).map(({ userId }) => userId);
      audit({ after: { keyword: maskName(asked), found: items.length, users } });
    }
    return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.user_id })) };
  },

  'ops.account.find': async ({ mobile }, context) => {
    const { db, ports, audit, author, transactAhead, fail } = context;
    await countLook(context);
    const user = await findLoginUser(db, ports.digests.of('mobile', mobile), null);
    if (user === undefined) {
      // That a number has no account is an answer about a person too.
      const miss = { event: 'ops.account.find', object: maskMobile(mobile), after: { found: false } };
      await transactAhead((tx) => Promise.resolve(author.record(tx, miss)));
      return fail('notFound');
    }
    audit({ object: user.userId });
    return { userId: user.userId };
  },

  'ops.account.detail': async ({ userId }, { db, ports, session, sessions, staffId, transact, fail }) => {
    const row = await findAccount(db, userId);
    if (row === undefined) return fail('notFound');
    const subjects = [row.mobile_digest, ports.digests.of('totpGuard', userId)];
    const [lockedByTries, tenants, logins, open] = await Promise.all([
      isLockedByTries(db, subjects),
      listTenantsOf(db, userId),
      listLogins(db, userId, { offset: 0, limit: loginsAtMost }),
      transact((tx) => sessions.listOf(tx, userId)),
    ]);
    const [entered, last] = await Promise.all([findMobileChange(db, userId), findLastStep(db, userId, stepEvents)]);
    return {
      ...accountOf(row),
      ...last,
      ...(entered !== undefined && {
        mobileChange: {
          mobileMasked: entered.mobile_masked,
          by: await nameOfStaff(db, entered.entered_by),
          at: entered.entered_at.toISOString(),
          isOwn: entered.entered_by === staffId,
        },
      }),
      emailMasked: row.email_masked,
      lockReason: row.status_now === 'locked' ? row.lock_reason : '',
      lockedByTries,
      totp: { on: row.has_totp, recoveryCodesLeft: row.recovery_codes },
      ...(row.closing_at === null ? {} : { closesAt: row.closing_at.toISOString() }),
      passwordChangedAt: row.password_changed_at.toISOString(),
      tenants,
      sessions: open.map((one) => ({ ...wireSessionOf(one, session), address: maskAddress(one.address) })),
      logins: logins.map((each) => ({ ...loginOf(each), address: maskAddress(each.address) })),
    };
  },

  'ops.account.reveal': async ({ userId, field, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, audit, fail } = context;
    await countLook(context);
    return transact(async (tx) => {
      const row = await findPersonal(tx, userId);
      if (row === undefined) return fail('notFound');
      const { vault } = ports;
      const value = {
        name: () => row.name,
        mobile: () => vault.open(row.mobile_sealed),
        email: () => (row.email_sealed === null ? '' : vault.open(row.email_sealed)),
      }[field]();
      if (value === '') return fail('notFound');
      audit({ object: userId, after: { field } });
      return { value };
    });
  },
};
