import type { accountOperations, Input } from '@ronghui/contract';
import { isEmail, maskEmail } from '@ronghui/domain/identity/email';
import { isMobile, maskMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import { leaveNotice } from '#features/notice/notice.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { spendTicket, withStepProof } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import { codeOf } from '#kernel/database/connection';
import type { Tx } from '#kernel/database/db';
import { findContacts, lockUser, updateEmail, updateMobile } from './account.sql.ts';
import { type CodeTarget, countCode, sendCode } from './code-sending.ts';
import { lockGuard } from './login-guard.sql.ts';
import { deleteMobileChange } from './mobile-change/mobile-change.sql.ts';
import { codeBond, mailCodeBond, ownCodeBond, proveSmsCode } from './proofs.ts';
import { type CodeBond, deleteSmsCode } from './sms-code.sql.ts';

type ContactOperations = Pick<
  typeof accountOperations,
  'user.sendVerifyCode' | 'user.updateEmail' | 'user.updateMobile'
>;
type SendingContext = HandlerContext<ContactOperations['user.sendVerifyCode']>;
type Asked = Pick<Input<'user.sendVerifyCode'>, 'channel' | 'scene' | 'target'>;
type Place = { readonly bond: CodeBond; readonly target: CodeTarget; readonly masked: string };

const tidyEmail = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();
const wrongTarget = (message: string) => wrongField('target', message);
const wrongChannel = () => wrongField('channel', '这一步不能用这种方式发送验证码');

/** The new mobile or mail address that the payload names. */
const newPlace = (context: SendingContext, { channel, scene, target = '' }: Asked): Place => {
  if (scene === 'updateEmail') {
    if (channel !== 'email') return context.fail('invalid', wrongChannel());
    const email = tidyEmail(target);
    if (!isEmail(email)) return context.fail('invalid', wrongTarget('请输入正确的邮箱'));
    return { bond: mailCodeBond(context, email, scene), target: { email }, masked: maskEmail(email) };
  }
  if (channel !== 'sms') return context.fail('invalid', wrongChannel());
  const mobile = normaliseMobile(target);
  if (!isMobile(mobile)) return context.fail('invalid', wrongTarget('请输入正确的手机号'));
  return { bond: codeBond(context, mobile, scene), target: { mobile }, masked: maskMobile(mobile) };
};

/** The user's own mobile or mail address; undefined where no mail address is on record. */
const ownPlace = async (tx: Tx, context: SendingContext, { channel, scene, target }: Asked): Promise<Place | null> => {
  if (target !== undefined) return context.fail('invalid', wrongTarget('验证码只发送到本人的手机号或邮箱'));
  const { vault } = context.ports;
  const own = await findContacts(tx, context.userId);
  if (channel === 'sms') {
    const mobile = vault.open(own.mobile_sealed);
    const bond = ownCodeBond(context, own.mobile_digest, scene);
    return { bond, target: { mobile }, masked: own.mobile_masked };
  }
  if (scene === 'updateMobileOld') return context.fail('invalid', wrongChannel());
  if (own.email_sealed === null) return null;
  const email = vault.open(own.email_sealed);
  return { bond: mailCodeBond(context, email, scene), target: { email }, masked: own.email_masked };
};

const hasFreshProof = async (
  { ports, session }: Pick<SendingContext, 'ports' | 'session'>,
  ticket: string | undefined,
): Promise<boolean> =>
  ticket !== undefined && (await spendTicket(ports, { purpose: 'step', sessionId: session.sessionId }, ticket));

/** Whether the unique index of mobiles has refused a number because it has an account. */
const uniqueViolation = '23505';

const isNew = (scene: Asked['scene']): boolean => scene === 'updateMobileNew' || scene === 'updateEmail';

/** The user's mobile and mail address: proved by codes, and changed in one transaction with all consequences (R10.7, R10.9). */
export const contactHandlers: HandlersFor<ContactOperations> = {
  'user.sendVerifyCode': async (input, context) => {
    const { fail } = context;
    const fresh = isNew(input.scene) ? newPlace(context, input) : null;
    await countCode(context);
    return context.transactAsService(async (tx) => {
      const place = fresh ?? (await ownPlace(tx, context, input));
      if (place === null) return fail('noEmail');
      context.audit({ object: place.masked, after: { scene: input.scene } });
      return sendCode(tx, context, place.bond, place.target);
    });
  },

  'user.updateEmail': async ({ email: typed, code, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { userId, ports, fail } = context;
    const email = tidyEmail(typed);
    if (!isEmail(email)) return fail('invalid', wrongField('email', '请输入正确的邮箱'));
    const bond = mailCodeBond(context, email, 'updateEmail');
    const codeId = await context.transactAsService((tx) => proveSmsCode(tx, context, bond, code));
    if (codeId === undefined) return fail('wrongCode');
    return context.transactAsService(async (tx) => {
      if (!(await deleteSmsCode(tx, codeId))) return fail('wrongCode');
      if (!(await hasFreshProof(context, stepTicket))) return fail('moreProof');
      const masked = maskEmail(email);
      const before = (await findContacts(tx, userId)).email_masked;
      await updateEmail(tx, userId, { digest: bond.mobileDigest, sealed: ports.vault.seal(email), masked });
      const text = `账号绑定的邮箱已改为 ${masked}。如果不是您本人，请立即修改密码。`;
      leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '邮箱已变更', text, place: 'safety' });
      context.audit({ object: userId, before: { email: before }, after: { email: masked } });
      return {};
    });
  },

  'user.updateMobile': async ({ newMobile, oldCode, newCode, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { userId, tenantId, role, ports, sessions, fail } = context;
    const own = await context.transactAsService((tx) => findContacts(tx, userId));
    const fresh = codeBond(context, newMobile, 'updateMobileNew');
    if (own.mobile_digest.equals(fresh.mobileDigest)) return fail('unchanged');
    const former = ownCodeBond(context, own.mobile_digest, 'updateMobileOld');
    // Both tries count, so that neither code can be guessed with the other one wrong.
    const [oldId, newId] = await context.transactAsService(async (tx) => [
      await proveSmsCode(tx, context, former, oldCode),
      await proveSmsCode(tx, context, fresh, newCode),
    ]);
    if (oldId === undefined || newId === undefined) return fail('wrongCode');
    // Both codes come by SMS, and the one in force is no proof beside a second factor (R10.9). The codes stay valid for the call with the proof.
    const change = withStepProof(context, stepTicket, async (spend) => {
      if (own.has_totp && !(await spend())) return fail('moreProof');
      return context.transactAsService(async (tx) => {
        // Locks the guard before the user's row, in the same order as a login.
        const { guard } = await lockGuard(tx, { mobileDigest: own.mobile_digest, device: null });
        const owner = await lockUser(tx, userId);
        if (owner?.status !== 'active') return fail(owner?.status === 'cancelled' ? 'cancelled' : 'lockedByOps');
        // A lock that only ops can lift must not be left behind with the former number.
        if (guard.untilOps) return fail('lockedByOps');
        if (!(await deleteSmsCode(tx, oldId)) || !(await deleteSmsCode(tx, newId))) return fail('wrongCode');
        const masked = maskMobile(newMobile);
        const kept = { digest: fresh.mobileDigest, sealed: ports.vault.seal(newMobile), masked };
        await updateMobile(tx, userId, kept);
        // What staff were about to set is of the former number.
        await deleteMobileChange(tx, userId);
        await sessions.endAllOf(tx, userId, { keepCaller: true });
        await sessions.begin(tx, { userId, tenantId, role });
        const text = `登录手机号已由 ${own.mobile_masked} 改为 ${masked}，其他设备均已退出登录。如果不是您本人，请立即联系我们。`;
        leaveNotice(tx, { tenantId: null, userId }, { kind: 'security', title: '手机号已变更', text, place: 'safety' });
        context.audit({ object: userId, before: { mobile: own.mobile_masked }, after: { mobile: masked } });
        return {};
      });
    });
    return change.catch((error: unknown) => {
      if (codeOf(error) === uniqueViolation) return fail('registered');
      throw error;
    });
  },
};
