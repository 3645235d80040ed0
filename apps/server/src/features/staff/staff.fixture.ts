import type { StaffRole } from '@ronghui/contract';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { ensureFirstAdmin } from './staff-admin.ts';

/** The password of every member of staff that these functions create. */
export const staffPassword = 'Harbour-Green-42';

/** The properties of a test's member of staff. */
export interface StaffMember {
  readonly roles?: readonly StaffRole[];
  readonly status?: 'active' | 'locked' | 'closed';
  /** The secret of an enrolled second factor. */
  readonly totpSecret?: Buffer;
}

const insertStaff = `
  insert into staff (staff_id, account, password_hash, roles, status, totp_secret_sealed, totp_confirmed_at)
  values ($1, $2, $3, $4, $5, $6::bytea, case when $6::bytea is null then null else app_now() end)`;

/** Adds a member of staff with a password of their own; returns the id. */
export const addStaff = async (
  app: TestApp,
  account: string,
  { roles = ['admin'], status = 'active', totpSecret }: StaffMember = {},
): Promise<string> => {
  const { ids, passwords, vault } = app.ports;
  const staffId = ids.id();
  const hash = await passwords.hash(staffPassword);
  const sealed = totpSecret === undefined ? null : vault.seal(totpSecret.toString('base64url'));
  await app.rows(insertStaff, [staffId, account, hash, [...roles], status, sealed]);
  await app.rows('insert into staff_password (staff_id, password_hash) values ($1, $2)', [staffId, hash]);
  return staffId;
};

/** Creates a member of staff and returns a console in which they are logged in. */
export const enterStaff = async (app: TestApp, account: string, member: StaffMember = {}): Promise<TestBrowser> => {
  await addStaff(app, account, member);
  const browser = await app.openConsole();
  const reply = await browser.call('ops.login', { account, pwd: staffPassword });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
};

/** The first admin as the first start creates it. */
export const firstAdmin = async (app: TestApp) => {
  const admin = await ensureFirstAdmin(app.database, app.ports);
  if (admin === null) throw new Error('there are staff already');
  return admin;
};

/** A fresh proof of a member of staff who is logged in; by a code of their second factor where they have one. */
export const stepTicketOf = async (browser: TestBrowser, totp?: string): Promise<string> => {
  const reply = await browser.call('ops.user.verify', totp === undefined ? { pwd: staffPassword } : { totp });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data.stepTicket;
};
