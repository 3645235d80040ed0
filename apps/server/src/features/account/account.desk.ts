import { maskMobile } from '@ronghui/domain/identity/mobile';
import { leaveNotice } from '#features/notice/notice.steps';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import type { Database } from '#kernel/database/db';
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
import { findLoginUser } from './account.reads.ts';
import { updateStatus } from './account.sql.ts';
import { deleteGuards } from './login-guard.sql.ts';

/** Lifts every lock of a mobile, whatever its cause: wrong passwords, the third in a day, wrong one-time passwords, ops. @source R4.5 */
const unlock = async (ports: Ports, database: Database, mobile: string): Promise<DeskOutcome> => {
  const mobileDigest = ports.digests.of('mobile', mobile);
  return database.transact('service', async (tx) => {
    const user = await findLoginUser(tx, mobileDigest, null);
    const userId = user?.userId ?? null;
    const digests = [mobileDigest, ...(userId === null ? [] : [ports.digests.of('totpGuard', userId)])];
    const lifted = await deleteGuards(tx, digests);
    const opened = userId !== null && (await updateStatus(tx, userId, { from: 'locked', to: 'active' }));
    if (lifted === 0 && !opened) return { ok: true, text: '这个手机号没有锁定，没有变动。' };
    operatorAuthor.record(tx, {
      event: 'ops.account.unlock',
      object: userId ?? undefined,
      after: { mobile: maskMobile(mobile), lifted, opened },
    });
    return { ok: true, text: '已解除锁定。' };
  });
};

/** Locks an account: its sessions end; a login with the right password is asked to call the provider. @source R4.5, security 4.1 */
const lock = async (
  ports: Ports,
  database: Database,
  asked: { mobile: string; reason: string },
): Promise<DeskOutcome> =>
  database.transact('service', async (tx) => {
    const user = await findLoginUser(tx, ports.digests.of('mobile', asked.mobile), null);
    if (user === undefined) return { ok: false, text: '这个手机号没有账号。' };
    const { userId } = user;
    if (!(await updateStatus(tx, userId, { from: 'active', to: 'locked' }))) {
      return { ok: true, text: '账号此前已锁定或注销，没有变动。' };
    }
    await endUserSessions(tx, userId, null);
    leaveNotice(
      tx,
      { tenantId: null, userId },
      { kind: 'security', title: '账号曾被平台锁定', text: `原因：${asked.reason}`, place: 'safety' },
    );
    operatorAuthor.record(tx, { event: 'ops.account.lock', object: userId, after: { reason: asked.reason } });
    return { ok: true, text: '已锁定，登录中的设备均已退出。' };
  });

const unlockVerb: DeskVerb = {
  usage: '<手机号>    解除锁定',
  async run(ports, database, args) {
    const mobile = mobileAt(args, 0);
    return mobile === null ? wrongMobile : unlock(ports, database, mobile);
  },
};

const lockVerb: DeskVerb = {
  usage: '<手机号> --reason 原因    锁定账号',
  async run(ports, database, args) {
    const [mobile, reason] = [mobileAt(args, 0), reasonOf(args)];
    if (mobile === null) return wrongMobile;
    return reason === null ? wrongReason : lock(ports, database, { mobile, reason });
  },
};

/** What the provider's staff do with accounts (R4.5, R10.9, R11.4). */
export const accountDesk: DeskVerbs = {
  unlock: unlockVerb,
  lock: lockVerb,
};
