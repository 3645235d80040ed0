import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';
import { talkCookieSec } from '#kernel/calls/sessions/talk-cookie';
import type { Person } from '#kernel/database/db';
import type { Owner } from './conversation.ts';
import { findVisitor, insertVisitor } from './visitor.sql.ts';

/** Who writes from the customer's side: a merchant's user, or a visitor. */
export interface Customer {
  readonly owner: Owner;
  /** In whose transactions the conversation is seen. */
  readonly person: Person;
  /** The author of what is sent. */
  readonly authorId: string;
}

/** A visitor as a customer. */
export const visitorOf = (visitorId: string): Customer => ({
  owner: { tenantId: null, userId: null, visitorId },
  person: { visitorId },
  authorId: visitorId,
});

/** The user of a merchant's session as a customer. */
export const memberOf = (tenantId: string, userId: string): Customer => ({
  owner: { tenantId, userId, visitorId: null },
  person: { userId },
  authorId: userId,
});

/** The caller; null for a visitor who has not written yet. */
export const customerOf = async ({ session, talk, db }: VisitorContext): Promise<Customer | null> => {
  if (session.kind === 'merchant') return memberOf(session.tenantId, session.userId);
  const found = await findVisitor(db, { tokenHash: talk.known, sessionId: session.sessionId });
  return found === null ? null : visitorOf(found.visitorId);
};

/** New conversations of an address are counted, so that nobody fills the desk. @source service 2.6 */
const newTalkWaitSec = ({ ports, address }: VisitorContext): Promise<number> =>
  waitSecOf(ports.fast, `chat:${address}`, { limit: ports.limits.newChatsPerAddressPerHour, windowMs: 3_600_000 });

/**
 * The caller as the author of a message: a visitor gets the cookie with the first one, and again where the answer with it was lost. Seconds to wait where the
 * address has begun too many.
 *
 * @source service 1.1
 */
export const authorOf = async (context: VisitorContext): Promise<Customer | { readonly waitSec: number }> => {
  const { session, talk, db } = context;
  if (session.kind === 'merchant') return memberOf(session.tenantId, session.userId);
  const { sessionId } = session;
  const found = await findVisitor(db, { tokenHash: talk.known, sessionId });
  if (found?.isByCookie === true) return visitorOf(found.visitorId);
  if (found === null) {
    const waitSec = await newTalkWaitSec(context);
    if (waitSec > 0) return { waitSec };
  }
  const [days, tokenHash] = [talkCookieSec / 86_400, talk.renew()];
  const visitorId = context.ports.ids.id();
  return visitorOf(
    await context.transactAsService((tx) => insertVisitor(tx, { visitorId, tokenHash, sessionId, days })),
  );
};
