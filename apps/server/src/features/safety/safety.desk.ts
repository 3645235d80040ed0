import { maskMobile } from '@ronghui/domain/identity/mobile';
import { findLoginUser } from '#features/account/account.reads';
import { deleteDevices, deleteGuards, deleteTotp, lockUser, updateMobile } from '#features/account/account.steps';
import { leaveNotice } from '#features/notice/notice.steps';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import type { Database, Tx } from '#kernel/database/db';
import {
  type DeskOutcome,
  type DeskVerb,
  type DeskVerbs,
  mobileAt,
  operatorAuthor,
  reasonOf,
  wrongMobile,
  wrongReason,
} from '#kernel/desk';
import type { Ports } from '#kernel/ports';

const noAccount: DeskOutcome = { ok: false, text: '这个手机号没有账号。' };

/** The account of a mobile, locked until the transaction ends; undefined where it is closed. */
const lockOwner = async (tx: Tx, { digests }: Ports, mobile: string): Promise<string | undefined> => {
  const user = await findLoginUser(tx, digests.of('mobile', mobile), null);
  if (user === undefined) return undefined;
  const owner = await lockUser(tx, user.userId);
  return owner === undefined || owner.status === 'cancelled' ? undefined : user.userId;
};

/**
 * Removes a lost one-time password after the desk has verified the person by other means: the recovery codes are deleted too, the sessions
 * end, and the owner gets a notice.
 *
 * @source R10.9, security 4.5
 */
const resetTotp = (
  ports: Ports,
  database: Database,
  { mobile, reason }: { readonly mobile: string; readonly reason: string },
): Promise<DeskOutcome> =>
  database.transact('service', async (tx) => {
    const userId = await lockOwner(tx, ports, mobile);
    if (userId === undefined) return noAccount;
    if (!(await deleteTotp(tx, userId))) return { ok: true, text: '这个账号没有开启动态口令，没有变动。' };
    await deleteGuards(tx, [ports.digests.of('totpGuard', userId)]);
    deleteDevices(tx, userId, null);
    await endUserSessions(tx, userId, null);
    const text = `平台已按申请关闭您的动态口令，所有设备均已退出登录。原因：${reason}。如果不是您本人申请，请立即联系我们。`;
    leaveNotice(
      tx,
      { tenantId: null, userId },
      { kind: 'security', title: '动态口令已由平台关闭', text, place: 'safety' },
    );
    operatorAuthor.record(tx, { event: 'ops.account.resetTotp', object: userId, after: { reason } });
    return { ok: true, text: '已关闭动态口令，登录中的设备均已退出。' };
  });

/**
 * Sets another mobile for an account whose mobile is lost, after the desk has verified the person by other means: sessions and known
 * devices end, and the owner gets a notice. A lock that only ops can lift stays with the former number.
 *
 * @source R10.9
 */
const changeMobile = (
  ports: Ports,
  database: Database,
  asked: { readonly mobile: string; readonly newMobile: string; readonly reason: string },
): Promise<DeskOutcome> =>
  database.transact('service', async (tx) => {
    const { mobile, newMobile, reason } = asked;
    const userId = await lockOwner(tx, ports, mobile);
    if (userId === undefined) return noAccount;
    const digest = ports.digests.of('mobile', newMobile);
    if ((await findLoginUser(tx, digest, null)) !== undefined) return { ok: false, text: '新手机号已有账号。' };
    const [former, masked] = [maskMobile(mobile), maskMobile(newMobile)];
    await updateMobile(tx, userId, { digest, sealed: ports.vault.seal(newMobile), masked });
    deleteDevices(tx, userId, null);
    await endUserSessions(tx, userId, null);
    const text = `平台已按申请把登录手机号由 ${former} 改为 ${masked}，所有设备均已退出登录。原因：${reason}。如果不是您本人申请，请立即联系我们。`;
    leaveNotice(
      tx,
      { tenantId: null, userId },
      { kind: 'security', title: '手机号已由平台变更', text, place: 'safety' },
    );
    operatorAuthor.record(tx, {
      event: 'ops.account.changeMobile',
      object: userId,
      before: { mobile: former },
      after: { mobile: masked, reason },
    });
    return { ok: true, text: `已改为 ${masked}，登录中的设备均已退出。` };
  });

const resetTotpVerb: DeskVerb = {
  usage: '<手机号> --reason 原因    本人丢失动态口令时关闭它（先核实身份）',
  async run(ports, database, args) {
    const [mobile, reason] = [mobileAt(args, 0), reasonOf(args)];
    if (mobile === null) return wrongMobile;
    return reason === null ? wrongReason : resetTotp(ports, database, { mobile, reason });
  },
};

const changeMobileVerb: DeskVerb = {
  usage: '<原手机号> <新手机号> --reason 原因    本人原号停用时更换（先核实身份）',
  async run(ports, database, args) {
    const [mobile, newMobile, reason] = [mobileAt(args, 0), mobileAt(args, 1), reasonOf(args)];
    if (mobile === null || newMobile === null) return wrongMobile;
    return reason === null ? wrongReason : changeMobile(ports, database, { mobile, newMobile, reason });
  },
};

/** Verbs of the desk for users who have lost a mobile or a one-time password (R10.9, R11.4). */
export const safetyDesk: DeskVerbs = { 'reset-totp': resetTotpVerb, 'change-mobile': changeMobileVerb };
