import type { accountReviewOperations } from '@ronghui/contract';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { findAccountDigest, findLoginUser, findMobileChange } from '#features/account/account.reads';
import {
  deleteDevices,
  deleteGuards,
  deleteMobileChange,
  deleteTotp,
  mayConfirmBills,
  replaceMobileChange,
  updateMobile,
  updateStatus,
} from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { isSetUpByOther } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor, OpsContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { codeOf } from '#kernel/database/connection';
import type { Tx } from '#kernel/database/db';
import { alone, changeAccount, type HeldAccount } from './account-change.ts';

type StepOperations = Omit<
  typeof accountReviewOperations,
  'ops.account.page' | 'ops.account.find' | 'ops.account.detail' | 'ops.account.reveal'
>;

/** Whether the unique index of mobiles has refused a number because it has an account. */
const uniqueViolation = '23505';
/** How long a message about a changed mobile may wait for its sender. @unit ms */
const messageMs = 86_400_000;

const dispute = '如果不是您本人申请，请立即联系我们。';

const notifyOwner = (tx: Tx, userId: string, title: string, text: string): void =>
  leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title, text, place: 'safety' });

/** Tells a number by SMS that the security of its account has changed, whatever its owner wants sent on. */
const tellNumber = ({ ports }: OpsContext, tx: Tx, mobile: string): Promise<void> => {
  const expiresAt = new Date(ports.clock.now().getTime() + messageMs);
  return ports.outbox.enqueue(tx, { kind: 'sms', mobile, scene: 'notice.security', code: '', expiresAt });
};

type MobileContext = HandlerContext<(typeof accountReviewOperations)['ops.account.changeMobile']>;

/**
 * Whether a mobile is entered for the first time for a person who may confirm bills: who has their login has their money, so a second member of
 * staff makes sure of the person too and enters the same number, which they do not see. Otherwise who entered it before, if somebody had to.
 *
 * @source R10.9, R11.6
 */
const secondOf = async (
  tx: Tx,
  { staffId, fail }: MobileContext,
  { userId, digest }: { readonly userId: string; readonly digest: Buffer },
): Promise<'first' | { readonly proposedBy?: string }> => {
  if (!(await mayConfirmBills(tx, userId))) return {};
  const waiting = await findMobileChange(tx, userId);
  if (waiting === undefined || waiting.entered_by === staffId) return 'first';
  if (await isSetUpByOther(tx, waiting.entered_by, staffId)) return fail('setUpByOther');
  if (waiting.mobile_digest.equals(digest)) return { proposedBy: waiting.entered_by };
  return fail(
    'invalid',
    wrongField('mobile', '与同事登记的新手机号不同，请再次核对；登记有误的，由登记的同事重新登记'),
  );
};

/** What staff do with a merchant's user (R4.5, R10.9, R11.4): each with a reason, a fresh proof, and a trail. */
export const accountStepHandlers: HandlersFor<StepOperations> = {
  'ops.account.lock': ({ userId, version, reason: typed, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const asked = { userId, version, reason: typed, stepTicket };
    return changeAccount(
      context,
      asked,
      alone(async (tx, { status }, { reason }) => {
        if (!(await updateStatus(tx, userId, { from: 'active', to: 'locked', reason }))) return null;
        await context.sessions.endAllOf(tx, userId);
        notifyOwner(tx, userId, '账号曾被平台锁定', `原因：${reason}`);
        return { before: { status }, after: { status: 'locked' } };
      }),
    );
  },

  'ops.account.unlock': ({ userId, version, reason, stepTicket, ...rest }, context) => {
    allTaken(rest);
    return changeAccount(
      context,
      { userId, version, reason, stepTicket },
      {
        async first(tx) {
          const mobileDigest = await findAccountDigest(tx, userId);
          if (mobileDigest === undefined) return context.fail('notFound');
          return deleteGuards(tx, [mobileDigest, context.ports.digests.of('totpGuard', userId)]);
        },
        async take(tx, { status }, { first: lifted }) {
          const opened = await updateStatus(tx, userId, { from: 'locked', to: 'active' });
          return lifted === 0 && !opened ? null : { before: { status }, after: { status: 'active', lifted } };
        },
      },
    );
  },

  'ops.account.endSessions': ({ userId, version, reason, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const asked = { userId, version, reason, stepTicket };
    return changeAccount(
      context,
      asked,
      alone(async (tx) => {
        const open = await context.sessions.listOf(tx, userId);
        await context.sessions.endAllOf(tx, userId);
        return { before: { sessions: open.length }, after: { sessions: 0 } };
      }),
    );
  },

  'ops.account.resetTotp': (
    { userId, version, reason: typed, proofSeen: typedProof, stepTicket, ...rest },
    context,
  ) => {
    allTaken(rest);
    const proofSeen = typedProof.trim();
    if (proofSeen === '') return context.fail('invalid', wrongField('proofSeen', '请写明如何核实了本人'));
    return changeAccount(
      context,
      { userId, version, reason: typed, stepTicket },
      alone(async (tx, held, { reason }) => {
        if (!(await deleteTotp(tx, userId))) return null;
        await deleteGuards(tx, [context.ports.digests.of('totpGuard', userId)]);
        deleteDevices(tx, userId, null);
        await context.sessions.endAllOf(tx, userId);
        const text = `平台已按申请关闭您的动态口令，所有设备均已退出登录。原因：${reason}。${dispute}`;
        notifyOwner(tx, userId, '动态口令已由平台关闭', text);
        await tellNumber(context, tx, context.ports.vault.open(held.mobile_sealed));
        return { before: { totp: true }, after: { totp: false, proofSeen } };
      }),
    );
  },

  'ops.account.changeMobile': (
    { userId, version, reason: typed, proofSeen: typedProof, mobile, stepTicket, ...rest },
    context,
  ) => {
    allTaken(rest);
    const { ports, fail, sessions } = context;
    const proofSeen = typedProof.trim();
    if (proofSeen === '') return fail('invalid', wrongField('proofSeen', '请写明如何核实了本人'));
    const digest = ports.digests.of('mobile', mobile);
    const taken = () => fail('invalid', wrongField('mobile', '这个手机号已有账号'));
    const isFree = async (tx: Tx, held: HeldAccount): Promise<void> => {
      if (held.mobile_digest.equals(digest)) return fail('invalid', wrongField('mobile', '与现在的手机号相同'));
      if ((await findLoginUser(tx, digest, null)) !== undefined) return taken();
    };
    let awaitsSecond = false;
    return changeAccount(
      context,
      { userId, version, reason: typed, stepTicket },
      alone(async (tx, held, { reason }) => {
        const [former, masked] = [held.mobile_masked, maskMobile(mobile)];
        const entered = await secondOf(tx, context, { userId, digest });
        awaitsSecond = entered === 'first';
        if (entered === 'first') {
          await replaceMobileChange(tx, userId, { digest, masked, by: context.staffId });
          notifyOwner(
            tx,
            userId,
            '平台收到更换手机号的申请',
            `申请把登录手机号由 ${former} 改为 ${masked}，核实后生效。${dispute}`,
          );
          return { before: { mobile: former }, after: { mobile: former, proposed: masked, proofSeen } };
        }
        await deleteMobileChange(tx, userId);
        await updateMobile(tx, userId, { digest, sealed: ports.vault.seal(mobile), masked });
        deleteDevices(tx, userId, null);
        await sessions.endAllOf(tx, userId);
        const text = `平台已按申请把登录手机号由 ${former} 改为 ${masked}，所有设备均已退出登录。原因：${reason}。${dispute}`;
        notifyOwner(tx, userId, '手机号已由平台变更', text);
        for (const number of [ports.vault.open(held.mobile_sealed), mobile]) await tellNumber(context, tx, number);
        return { before: { mobile: former }, after: { mobile: masked, proofSeen, ...entered } };
      }, isFree),
    ).then(
      (reply) => (awaitsSecond ? { ...reply, awaitsSecond } : reply),
      (error: unknown) => {
        if (codeOf(error) === uniqueViolation) return taken();
        throw error;
      },
    );
  },
};
