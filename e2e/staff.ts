import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetAdmin } from './commands.ts';
import { type SignedCall, type SignedSession, startSession, textIn } from './signed-calls.ts';

/** A member of staff who is logged in at a server: makes signed calls, which must succeed. */
export type StaffCall = SignedCall;

/** A key for a write that has not been sent before. */
export const newKey = (): string => randomBytes(16).toString('base64url');

/** A password that no member of staff of a server has had. */
export const newStaffPassword = (): string => `Harbour-Green-${randomBytes(4).toString('hex')}`;

interface OwnServer {
  readonly url: string;
  readonly dataDir: string;
}

interface Entered {
  readonly session: SignedSession;
  readonly pwd: string;
}

/** The first admin's password at every server of a demonstration: the template that each is a copy of has it. */
export const adminPassword = 'Harbour-Green-42';

/** Sets the first admin's password at the template of the servers. */
export const setUpAdmin = async ({ url, dataDir }: OwnServer): Promise<void> => {
  const session = await startSession(url, '/ftc/ops/commonConfig');
  const { account, oneTimePassword } = await resetAdmin({ DATA_DIR: dataDir });
  await session.enter('ops.login', { pwd: oneTimePassword }, { account });
  await session.enter('ops.changePwd', { oldPwd: oneTimePassword, newPwd: adminPassword });
};

const enterFirstAdmin = async ({ url }: OwnServer): Promise<SignedSession> => {
  const session = await startSession(url, '/ftc/ops/commonConfig');
  await session.enter('ops.login', { pwd: adminPassword }, { account: 'admin' });
  return session;
};

/** The first admin of a server. */
export const enterAdmin = async (server: OwnServer): Promise<StaffCall> => (await enterFirstAdmin(server)).call;

/** The first admin, and a colleague whom they make, who has not logged in yet. */
export const enterAdminWithColleague = async (
  server: OwnServer,
  { account, name, roles }: { readonly account: string; readonly name: string; readonly roles: readonly string[] },
): Promise<{ readonly staff: StaffCall; readonly account: string; readonly oneTimePassword: string }> => {
  const session = await enterFirstAdmin(server);
  const { stepTicket } = await session.callSealed('ops.user.verify', { pwd: adminPassword });
  const made = { account, name, roles, stepTicket, idempotencyKey: newKey() };
  const oneTimePassword = textIn(await session.call('ops.staff.create', made), 'oneTimePassword');
  return { staff: session.call, account, oneTimePassword };
};

const reviewer = { account: 'journey.reviewer', name: '审核', roles: ['review'] } as const;
const reviewers = new Map<string, Promise<StaffCall>>();

/** A colleague whom the first admin makes, with a password of their own. */
const enterMade = async (server: OwnServer, made: Parameters<typeof enterAdminWithColleague>[1]): Promise<Entered> => {
  const { account, oneTimePassword } = await enterAdminWithColleague(server, made);
  const session = await startSession(server.url, '/ftc/ops/commonConfig');
  await session.enter('ops.login', { pwd: oneTimePassword }, { account });
  const pwd = newStaffPassword();
  await session.enter('ops.changePwd', { oldPwd: oneTimePassword, newPwd: pwd });
  return { session, pwd };
};

/** A colleague who has made nobody's account, and so is a second person to every other one. */
export const enterColleague = async (
  server: OwnServer,
  made: Parameters<typeof enterAdminWithColleague>[1],
): Promise<StaffCall> => (await enterMade(server, made)).session.call;

/** Makes the colleague who reviews for the tests of a server, and keeps their password in its data folder. */
const makeReviewer = async (server: OwnServer, kept: string): Promise<StaffCall> => {
  const { session, pwd } = await enterMade(server, reviewer);
  writeFileSync(kept, pwd);
  return session.call;
};

/** A reviewer of a server: the same one for every test. */
export const enterReviewer = (server: OwnServer): Promise<StaffCall> => {
  const known = reviewers.get(server.dataDir);
  if (known !== undefined) return known;
  const kept = join(server.dataDir, 'journey-reviewer');
  const entering = existsSync(kept)
    ? startSession(server.url, '/ftc/ops/commonConfig').then(async (session) => {
        await session.enter('ops.login', { pwd: readFileSync(kept, 'utf8') }, { account: reviewer.account });
        return session.call;
      })
    : makeReviewer(server, kept);
  reviewers.set(server.dataDir, entering);
  return entering;
};
