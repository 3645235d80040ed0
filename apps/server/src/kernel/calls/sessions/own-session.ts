import type { Output } from '@ronghui/contract';
import type { OwnSession, Session } from '#kernel/calls/context';

/** A session as the contract shows it; `caller` is marked as the one that asks. */
export const wireSessionOf = (
  { sessionId, device, address, createdAt, lastSeenAt }: OwnSession,
  caller: Pick<Session, 'sessionId'>,
): Output<'ops.user.sessions'>['items'][number] => ({
  sessionId,
  device,
  address,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  isCurrent: sessionId === caller.sessionId,
});
