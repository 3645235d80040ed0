import type { StaffRole } from '@ronghui/contract';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { ensureFirstAdmin } from './staff-admin.ts';

/** The password of every member of staff that these functions make. */
export const staffPassword = 'Harbour-Green-42';

/** What a member of staff of a test is like. */
export interface StaffMember {
  readonly roles?: readonly StaffRole[];
  readonly status?: 'active' | 'locked' | 'closed';
  /** The second factor's secret, enrolled. */
  readonly totpSecret?: Buffer;
}

const insertStaff = `
  insert into staff (staff_id, account, password_hash, roles, status, totp_secret_sealed, totp_confirmed_at)
  values ($1, $2, $3, $4, $5, $6::bytea, case when $6::bytea is null then null else app_now() end)`;

/** Adds a member of staff, who has chosen a password already; gives the id. */
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

/** A console at which this member of staff, made for it, is logged in. */
export const enterStaff = async (app: TestApp, account: string, member: StaffMember = {}): Promise<TestBrowser> => {
  await addStaff(app, account, member);
  const browser = await app.openConsole();
  const reply = await browser.call('ops.login', { account, pwd: staffPassword });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
};

/** The first admin as the first start makes it. */
export const firstAdmin = async (app: TestApp) => {
  const admin = await ensureFirstAdmin(app.database, app.ports);
  if (admin === null) throw new Error('there are staff already');
  return admin;
};
