import { firstAdminAccount, oneTimePasswordMinutes } from '@ronghui/domain/staff';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import type { Database, Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { systemAuthor } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';
import { deleteGuards, findByAccount, hasStaff, insertAdmin, lockStaff, resetToAdmin } from './staff.sql.ts';
import { deleteDevices } from './staff-device.sql.ts';
import { deleteTotp } from './staff-totp.sql.ts';
import { subjectsOf } from './staff-try.ts';

/** An account and its one-time password, which is stored nowhere. */
export interface FirstAdmin {
  readonly account: string;
  readonly oneTimePassword: string;
}

type AdminPorts = Pick<Ports, 'ids' | 'passwords' | 'digests'>;

/** A one-time password for somebody else, and its hash. */
export const newOneTimePassword = async ({ ids, passwords }: AdminPorts) => {
  // 128 random bits.
  const oneTimePassword = ids.id();
  return {
    oneTimePassword,
    password: { hash: await passwords.hash(oneTimePassword), minutes: oneTimePasswordMinutes },
  };
};

const account = firstAdminAccount;

/**
 * Creates the first admin when there are no staff; null on every later start.
 *
 * @param begin  what a new installation begins with besides; stored with its admin, and by no later start
 * @source R11.1, security 4.10, contract 7
 */
export const ensureFirstAdmin = async (
  database: Database,
  ports: AdminPorts,
  begin: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<FirstAdmin | null> => {
  if (await hasStaff(database.reading('service'))) return null;
  const { oneTimePassword, password } = await newOneTimePassword(ports);
  const staffId = ports.ids.id();
  const isAdded = await database.transact('service', async (tx) => {
    if (!(await insertAdmin(tx, { staffId, account, password }))) return false;
    systemAuthor.record(tx, { event: 'job.staff.firstAdmin', object: staffId, after: { account, roles: ['admin'] } });
    await begin(tx);
    return true;
  });
  return isAdded ? { account, oneTimePassword } : null;
};

const reset = async (tx: Tx, { digests }: AdminPorts, staffId: string): Promise<void> => {
  await deleteGuards(tx, await subjectsOf(tx, digests, { account, staffId }));
  await deleteDevices(tx, staffId, null);
  await deleteTotp(tx, staffId);
  await endUserSessions(tx, staffId, null);
};

/**
 * Gives the first admin a new one-time password, when nobody can log in: the account is created where it is missing and opened where it
 * was locked; its second factor and its known devices are removed, its locks are lifted and its sessions end.
 *
 * @source contract 7
 */
export const resetFirstAdmin = async (database: Database, ports: AdminPorts, author: Author): Promise<FirstAdmin> => {
  const { oneTimePassword, password } = await newOneTimePassword(ports);
  await database.transact('service', async (tx) => {
    const staffId = ports.ids.id();
    const isMade = await insertAdmin(tx, { staffId, account, password });
    const found = isMade ? undefined : await findByAccount(tx, account);
    const held = found && (await lockStaff(tx, found.staffId));
    if (held !== undefined) await resetToAdmin(tx, held.staffId, password);
    await reset(tx, ports, held?.staffId ?? staffId);
    author.record(tx, {
      event: 'ops.staff.resetAdmin',
      object: held?.staffId ?? staffId,
      before: held === undefined ? null : { status: held.status, roles: held.roles },
      after: { status: 'active', roles: ['admin'] },
    });
  });
  return { account, oneTimePassword };
};
