import { maskMobile } from '@ronghui/domain/mobile';
import type { Database } from '#kernel/db';
import type { Ports } from '#kernel/ports';
import { findLoginUser, insertUser } from './account.sql.ts';

/** The merchants that a demonstration comes with (contract 7). Made only while DEMO is on. */
export const demoAccounts = [
  { mobile: '13800000001', password: 'Demo-Merchant-1', tenantName: '云栖商贸（演示商户一）' },
  { mobile: '13800000002', password: 'Demo-Merchant-2', tenantName: '海纳食品（演示商户二）' },
] as const;

/** What making them needs. */
export interface DemoAccountDeps {
  readonly database: Database;
  readonly ports: Pick<Ports, 'digests' | 'vault' | 'passwords' | 'ids' | 'config'>;
}

/** Makes the demonstration accounts that are missing; those that are there stay as their users left them. Nothing while DEMO is off. */
export const ensureDemoAccounts = async ({ database, ports }: DemoAccountDeps): Promise<void> => {
  if (!ports.config.demo) return;
  for (const { mobile, password, tenantName } of demoAccounts) {
    const mobileDigest = ports.digests.of('mobile', mobile);
    if ((await findLoginUser(database.reading('service'), mobileDigest, null)) !== undefined) continue;
    const user = {
      userId: ports.ids.id(),
      tenantId: ports.ids.id(),
      tenantName,
      mobileDigest,
      mobileSealed: ports.vault.seal(mobile),
      mobileMasked: maskMobile(mobile),
      passwordHash: await ports.passwords.hash(password),
    };
    await database.transact('service', (tx) => insertUser(tx, user));
  }
};
