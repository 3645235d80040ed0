import { maskMobile } from '@ronghui/domain/identity/mobile';
import {
  type CommandVerb,
  type CommandVerbs,
  mobileAt,
  operatorAuthor,
  type VerbOutcome,
  wrongMobile,
} from '#kernel/command-verb';
import type { Database } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import { findLoginUser } from './account.reads.ts';
import { updateStatus } from './account.sql.ts';
import { deleteGuards } from './login-guard.sql.ts';

/** Lifts every lock of a mobile, whether or not it has an account, whatever its cause: wrong passwords, the third in a day, wrong one-time passwords, ops. @source R4.5 */
const unlock = async ({ digests }: Ports, database: Database, mobile: string): Promise<VerbOutcome> => {
  const mobileDigest = digests.of('mobile', mobile);
  return database.transact('service', async (tx) => {
    const user = await findLoginUser(tx, mobileDigest, null);
    const userId = user?.userId ?? null;
    const lifted = await deleteGuards(tx, [
      mobileDigest,
      ...(userId === null ? [] : [digests.of('totpGuard', userId)]),
    ]);
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

const unlockVerb: CommandVerb = {
  usage: '<手机号>    解除锁定',
  async run(ports, database, args) {
    const mobile = mobileAt(args, 0);
    return mobile === null ? wrongMobile : unlock(ports, database, mobile);
  },
};

/** What must work without a browser: lifting a lock, also of a number without an account (R4.5). */
export const accountCommands: CommandVerbs = { unlock: unlockVerb };
