import { randomBytes } from 'node:crypto';
import { resetAdmin } from './desk.ts';
import { type SignedCall, startSession, textIn } from './signed-calls.ts';

/** A member of staff who is logged in at a server: makes signed calls, which must succeed. */
export type StaffCall = SignedCall;

/** A key for a write that has not been sent before. */
export const newKey = (): string => randomBytes(16).toString('base64url');

interface OwnServer {
  readonly url: string;
  readonly dataDir: string;
}

const enterFirstAdmin = async ({ url, dataDir }: OwnServer) => {
  const session = await startSession(url, '/ftc/ops/commonConfig');
  const { account, oneTimePassword } = await resetAdmin({ DATA_DIR: dataDir });
  await session.enter('ops.login', { pwd: oneTimePassword }, { account });
  const newPwd = `Harbour-Green-${randomBytes(4).toString('hex')}`;
  await session.enter('ops.changePwd', { oldPwd: oneTimePassword, newPwd });
  return { session, pwd: newPwd };
};

/** The first admin of a server of the test's own, with a new password. */
export const enterAdmin = async (server: OwnServer): Promise<StaffCall> => (await enterFirstAdmin(server)).session.call;

/** The first admin, and a colleague whom they make, who has not logged in yet. */
export const enterAdminWithColleague = async (
  server: OwnServer,
  { account, name, roles }: { readonly account: string; readonly name: string; readonly roles: readonly string[] },
): Promise<{ readonly staff: StaffCall; readonly account: string; readonly oneTimePassword: string }> => {
  const { session, pwd } = await enterFirstAdmin(server);
  const { stepTicket } = await session.callSealed('ops.user.verify', { pwd });
  const made = { account, name, roles, stepTicket, idempotencyKey: newKey() };
  const oneTimePassword = textIn(await session.call('ops.staff.create', made), 'oneTimePassword');
  return { staff: session.call, account, oneTimePassword };
};
