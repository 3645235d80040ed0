import type { behaviorOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/context';
import { waitSecOf } from '#kernel/wait-sec';
import { insertRecords } from './behavior.sql.ts';

/** How many reports a session may send in a minute: ten times what the tracker sends. */
const reportsPerMinute = 60;
/** And how many an address, because sessions are free: the browsers of an office behind one address together. */
const reportsPerAddress = 120;
const minuteMs = 60_000;
/** A browser's clock is believed within a week; beyond, the time it came in counts. @unit ms */
const believable = 7 * 86_400_000;

/** What browsers report of visits and steps (R5.6, R12.9). */
export const behaviorHandlers: HandlersFor<typeof behaviorOperations> = {
  'behavior.report': async ({ records }, { transact, session, address, ports, now, fail }) => {
    const bounds = [
      [`behavior:${session.sessionId}`, reportsPerMinute],
      [`behavior:${address}`, reportsPerAddress],
    ] as const;
    for (const [key, limit] of bounds) {
      const retryAfter = await waitSecOf(ports.fast, key, { limit, windowMs: minuteMs });
      if (retryAfter > 0) return fail('tooOften', { retryAfter });
    }
    const { sessionId, userId, tenantId } = session;
    const rows = records.map(({ beaconEventId, beaconPageId, beaconOccurTime }) => ({
      eventId: beaconEventId,
      pageId: beaconPageId,
      occurredAt: Math.abs(beaconOccurTime - now.getTime()) > believable ? now : new Date(beaconOccurTime),
      sessionId,
      userId,
      tenantId,
    }));
    await transact((tx) => insertRecords(tx, rows));
    return {};
  },
};
