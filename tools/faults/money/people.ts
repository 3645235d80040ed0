import { randomBytes } from 'node:crypto';
import { resetAdmin } from '../../../e2e/commands.ts';
import { logIn } from '../../driver/journeys.ts';
import { Visitor, type WireData, type WireReply } from '../../driver/visitor.ts';

/** Who acts: two people of the first demonstration merchant who may confirm, and the provider's desk. */
export type Who = 'owner' | 'finance' | 'desk';

/** The people at one server, signed in. */
export type People = Readonly<Record<Who, Visitor>>;

/** How the provider's desk logs in. */
export interface AdminAccount {
  readonly account: string;
  readonly pwd: string;
}

const enterAdmin = async (url: string, { account, pwd }: AdminAccount): Promise<Visitor> => {
  const desk = await new Visitor(url).start('ops');
  const reply = await desk.call('ops.login', { account, pwd });
  if (reply.status !== 200) throw new Error(`no login at the desk: ${reply.status}`);
  return desk;
};

/** Gives the provider's first admin a password of their own. */
export const readyAdmin = async (server: { readonly url: string; readonly dataDir: string }): Promise<AdminAccount> => {
  const { account, oneTimePassword } = await resetAdmin({ DATA_DIR: server.dataDir });
  const desk = await enterAdmin(server.url, { account, pwd: oneTimePassword });
  const pwd = `Harbour-Green-${randomBytes(4).toString('hex')}`;
  const reply = await desk.call('ops.changePwd', { oldPwd: oneTimePassword, newPwd: pwd });
  desk.close();
  if (reply.status !== 200) throw new Error(`no password: ${reply.status}`);
  return { account, pwd };
};

/** Signs everybody in. */
export const enterPeople = async (url: string, account: AdminAccount): Promise<People> => ({
  owner: await logIn(new Visitor(url), { mobile: '13800000001', pwd: 'Demo-Merchant-1' }),
  finance: await logIn(new Visitor(url), { mobile: '13800000011', pwd: 'Demo-Finance-1' }),
  desk: await enterAdmin(url, account),
});

/** The server has died, or its database. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';
}

/** A reply, which a server that still works has given. */
export const answered = async <Reply extends { readonly status: number }>(
  ask: () => Promise<Reply>,
): Promise<Reply> => {
  let reply: Reply;
  try {
    reply = await ask();
  } catch (error) {
    throw new ServerGone('no answer', { cause: error });
  }
  if (reply.status >= 500) throw new ServerGone(`${reply.status}`);
  return reply;
};

/** What a read answers, which must be a success. */
export const readAs = async (by: Visitor, operationId: string, payload: WireData = {}): Promise<WireData> => {
  const { status, body } = await answered(() => by.call(operationId, payload));
  if (status !== 200 || body.data === undefined) throw new Error(`${operationId}: ${status} ${body.errCode}`);
  return body.data;
};

/** A write with its key; without a reply it was executed or not. */
interface KeyedCall {
  readonly who: Who;
  readonly operationId: string;
  readonly payload: WireData;
  reply: WireReply | null;
}

/** Writes of one round, in the order in which they were sent. */
export class CallBook {
  readonly calls: KeyedCall[] = [];

  /** Makes a write with a key of its own. */
  async make(people: People, who: Who, operationId: string, payload: WireData): Promise<WireReply> {
    const idempotencyKey = randomBytes(16).toString('base64url');
    const call: KeyedCall = { who, operationId, payload: { ...payload, idempotencyKey }, reply: null };
    this.calls.push(call);
    call.reply = await answered(() => people[who].call(operationId, call.payload));
    return call.reply;
  }

  /** Repeats what has no reply under its key, as a browser does; those that were answered get the same answer again. */
  async repeat(people: People): Promise<void> {
    for (const call of this.calls) {
      const before = call.reply;
      call.reply = await answered(() => people[call.who].call(call.operationId, call.payload));
      if (before?.status === 200 && JSON.stringify(before.body.data) !== JSON.stringify(call.reply.body.data)) {
        throw new Error(
          `${call.operationId} has another answer now: ${JSON.stringify([before.body, call.reply.body])}`,
        );
      }
    }
  }

  /** The writes of an operation. */
  of = (...operationIds: readonly string[]): readonly KeyedCall[] =>
    this.calls.filter(({ operationId }) => operationIds.includes(operationId));
}
