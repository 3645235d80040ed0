import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { findLoginUser } from '#features/account/account.reads';
import { insertUser, updateUserName } from '#features/account/account.steps';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { insertConsents } from '#features/authorization/authorization.steps';
import { demoAccounts, demoColleagues } from '#features/register/demo-accounts';
import { insertTenantOf } from '#features/tenant/tenant.steps';
import { allowMinutes, type Database } from '#kernel/database/db';
import { authorOf, recordEvent } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';
import { Member } from './member.ts';
import { DemonstrationRefused } from './operation-call.ts';
import { Past } from './past.ts';
import { daysBefore, type Stage } from './story/event.ts';
import { storyOf } from './story/story.ts';

const [merchant] = demoAccounts;
const [finance, viewer] = demoColleagues;
/** The longest that the writing may take. @unit minutes */
const maxMinutes = 10;
/** Addresses that are reserved for documentation. */
const addresses = { office: '203.0.113.24', home: '198.51.100.7' } as const;

/** Adds the merchant with its owner and their registration, and the accounts of two who will join. */
const found = async (past: Past, [ownerHash = '', financeHash = '', viewerHash = '']: readonly string[]) => {
  const { tx, ports } = past;
  const tenantId = ports.ids.id();
  const add = async ({ mobile, name }: { mobile: string; name: string }, passwordHash: string): Promise<string> => {
    const userId = ports.ids.id();
    const mobileDigest = ports.digests.of('mobile', mobile);
    const mobileSealed = ports.vault.seal(mobile);
    await insertUser(tx, {
      userId,
      tenantId,
      mobileDigest,
      mobileSealed,
      mobileMasked: maskMobile(mobile),
      passwordHash,
    });
    await updateUserName(tx, userId, name);
    return userId;
  };
  const ownerId = await add(merchant, ownerHash);
  await insertTenantOf(tx, { userId: ownerId, tenantId, tenantName: merchant.tenantName });
  const agreements = (await listCurrentAgreements(tx)).filter(({ scene }) => scene === 'register');
  const [address, requestId] = [addresses.office, ports.ids.id()];
  const consents = agreements.map(({ id, version, scene }) => ({
    recordId: ports.ids.id(),
    id,
    version,
    scene,
    validTo: null,
  }));
  await insertConsents(tx, { tenantId, userId: ownerId, address, requestId }, consents);
  const actor = { kind: 'user', userId: ownerId, tenantId } as const;
  const registered = { event: 'portal.register', object: ownerId, after: { tenantId, role: 'owner' } };
  recordEvent(tx, actor, registered, { operation: registered.event, address, requestId });
  const member = (userId: string, role: Member['role'], address: string) =>
    new Member(past, { userId, tenantId, role }, address);
  return {
    owner: member(ownerId, 'owner', addresses.office),
    finance: member(await add(finance, financeHash), 'finance', addresses.office),
    viewer: member(await add(viewer, viewerHash), 'viewer', addresses.home),
  };
};

const picture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'pictures', name));

/**
 * Writes the life of the first demonstration merchant, once: where that merchant exists, nothing happens. All of it or nothing is written; where the content
 * or the store of this installation does not allow it, the merchant is left to `ensureDemoAccounts`, without a history.
 *
 * @returns whether it was written
 * @source R14.1
 */
export const ensureDemonstration = async (database: Database, ports: Ports): Promise<boolean> => {
  const ownerDigest = ports.digests.of('mobile', merchant.mobile);
  if ((await findLoginUser(database.reading('service'), ownerDigest, null)) !== undefined) return false;
  // One after the other: a second that waits for the first is refused after two seconds, which a busy machine needs.
  const hashes: string[] = [];
  for (const { password } of [merchant, finance, viewer]) hashes.push(await ports.passwords.hash(password));
  const ago = daysBefore(ports.clock.now());
  try {
    await database.transact('service', async (tx) => {
      // A slow machine takes longer than a call may.
      allowMinutes(tx, maxMinutes);
      const past = new Past(tx, ports);
      await past.goTo(ago(395, '09:30'));
      const staff = authorOf({ kind: 'operator', login: 'demonstration' });
      const stage: Stage = { past, staff, picture, ownerDigest, cast: await found(past, hashes), log: ports.log };
      for (const { at, happens } of storyOf(stage, ago)) {
        await past.goTo(at);
        await happens();
      }
      await past.return();
    });
    return true;
  } catch (error) {
    if (!(error instanceof DemonstrationRefused)) throw error;
    ports.log.warn({ event: 'demonstrationLeftOut', reason: error.message });
    return false;
  }
};
