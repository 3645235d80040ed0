import { maskMobile } from '@ronghui/domain/identity/mobile';
import { findLoginUser, listPasswordHashes } from '#features/account/account.reads';
import { insertUser, lockUser, updateStatus } from '#features/account/account.steps';
import { insertTenantOf } from '#features/tenant/tenant.steps';
import { endUserSessions } from '#kernel/calls/sessions/session.sql';
import type { Database, Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import { findLastEvent } from '#kernel/observe/audit.sql';
import type { Ports } from '#kernel/ports';

/** The merchants of a demonstration (contract 7). They are created only while DEMO is on. */
export const demoAccounts = [
  { mobile: '13800000001', password: 'Demo-Merchant-1', name: '王磊', tenantName: '云栖商贸（演示商户一）' },
  { mobile: '13800000002', password: 'Demo-Merchant-2', name: '', tenantName: '海纳食品（演示商户二）' },
] as const;
type DemoAccount = (typeof demoAccounts)[number];

/** The members who join the first merchant in its demonstration (R14.1). */
export const demoColleagues = [
  { mobile: '13800000011', password: 'Demo-Finance-1', name: '陈静', role: 'finance' },
  { mobile: '13800000012', password: 'Demo-Viewer-1', name: '周晓', role: 'viewer' },
] as const;
type Published = Pick<DemoAccount | (typeof demoColleagues)[number], 'mobile' | 'password'>;

/** Dependencies. */
export interface DemoAccountDeps {
  readonly database: Database;
  readonly ports: Pick<Ports, 'digests' | 'vault' | 'passwords' | 'ids' | 'config'>;
}

const closedEvent = 'demo.account.lock';
const lockEvents = [closedEvent, 'ops.account.lock'];

const changeStatus = async (tx: Tx, userId: string, to: 'active' | 'locked'): Promise<void> => {
  const from = to === 'active' ? 'locked' : 'active';
  if (!(await updateStatus(tx, userId, { from, to }))) return;
  if (to === 'locked') await endUserSessions(tx, userId, null);
  systemAuthor.record(tx, {
    event: to === 'locked' ? closedEvent : 'demo.account.unlock',
    object: userId,
    after: { demo: to === 'active' },
  });
};

/** Opens the account where only the end of a demonstration closed it; false where there is none. */
const reopen = async ({ database, ports }: DemoAccountDeps, { mobile }: Published): Promise<boolean> => {
  const there = await findLoginUser(database.reading('service'), ports.digests.of('mobile', mobile), null);
  if (there === undefined) return false;
  await database.transact('service', async (tx) => {
    if ((await lockUser(tx, there.userId))?.status !== 'locked') return;
    if ((await findLastEvent(tx, there.userId, lockEvents)) !== closedEvent) return;
    await changeStatus(tx, there.userId, 'active');
  });
  return true;
};

/** Creates the account where it is missing, otherwise opens it. */
const open = async (deps: DemoAccountDeps, account: DemoAccount): Promise<void> => {
  if (await reopen(deps, account)) return;
  const { database, ports } = deps;
  const { mobile, password, tenantName } = account;
  const mobileDigest = ports.digests.of('mobile', mobile);
  const user = {
    userId: ports.ids.id(),
    tenantId: ports.ids.id(),
    mobileDigest,
    mobileSealed: ports.vault.seal(mobile),
    mobileMasked: maskMobile(mobile),
    passwordHash: await ports.passwords.hash(password),
  };
  const tenant = { userId: user.userId, tenantId: user.tenantId, tenantName };
  await database.transact('service', async (tx) => {
    if (await insertUser(tx, user)) await insertTenantOf(tx, tenant);
  });
};

/** Closes the account and ends its sessions. The number may belong to a real person by now, whose account never had the published password. */
const close = async ({ database, ports }: DemoAccountDeps, account: Published): Promise<void> => {
  const reader = database.reading('service');
  const there = await findLoginUser(reader, ports.digests.of('mobile', account.mobile), null);
  if (there === undefined) return;
  const { userId } = there;
  if ((await database.transact('service', (tx) => lockUser(tx, userId)))?.status !== 'active') return;
  for (const hash of await listPasswordHashes(reader, userId)) {
    if (!(await ports.passwords.verify(hash, account.password))) continue;
    await database.transact('service', (tx) => changeStatus(tx, userId, 'locked'));
    return;
  }
};

/**
 * While DEMO is on, creates the missing demonstration accounts and leaves existing ones unchanged. While it is off,
 * all are closed, because their password is public (security 4.10).
 */
export const ensureDemoAccounts = async (deps: DemoAccountDeps): Promise<void> => {
  const isOn = deps.ports.config.demo;
  for (const account of demoAccounts) await (isOn ? open : close)(deps, account);
  for (const colleague of demoColleagues) await (isOn ? reopen : close)(deps, colleague);
};
