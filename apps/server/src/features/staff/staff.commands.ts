import { isAccount, normaliseAccount } from '@ronghui/domain/staff';
import { type CommandVerb, type CommandVerbs, operatorAuthor } from '#kernel/command-verb';
import { deleteGuards, findByAccount } from './staff.sql.ts';
import { accountSubject, subjectsOf } from './staff-try.ts';

/** Lifts every lock that wrong tries have set, also the third of a day. @source R4.5 */
const unlock: CommandVerb = {
  usage: '<账号>    解除运营人员因多次输错而来的锁定',
  async run({ digests }, database, { words: [typed = ''] }) {
    const account = normaliseAccount(typed);
    if (!isAccount(account)) return { ok: false, text: '请写明运营人员的账号。' };
    return database.transact('service', async (tx) => {
      const staff = await findByAccount(tx, account);
      const subjects = staff === undefined ? [accountSubject(digests, account)] : await subjectsOf(tx, digests, staff);
      const lifted = await deleteGuards(tx, subjects);
      if (lifted === 0) return { ok: true, text: '这个账号没有锁定，没有变动。' };
      operatorAuthor.record(tx, { event: 'ops.staff.unlock', object: staff?.staffId, after: { lifted } });
      return { ok: true, text: '已解除锁定。' };
    });
  },
};

/** Verbs of the command line for staff accounts, which must work without a browser (R4.5). */
export const staffCommands: CommandVerbs = { unlock };
