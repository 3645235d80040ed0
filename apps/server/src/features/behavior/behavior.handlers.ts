import type { behaviorOperations } from '@ronghui/contract';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlersFor } from '#kernel/calls/context';
import { keptMonths } from './behavior.jobs.ts';
import { insertRecords } from './behavior.sql.ts';

const minuteMs = 60_000;

/** The time that a record claims, when it is within the retention and not in the future; otherwise the time of arrival. */
const acceptedTime = (claimedMs: number, now: Date): Date => {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths);
  return claimedMs < oldest.getTime() || claimedMs > now.getTime() ? now : new Date(claimedMs);
};

/** Visits and steps that browsers report. @source R5.6, R12.9, contract 7 reportsPerSessionPerMinute, reportsPerAddressPerMinute */
export const behaviorHandlers: HandlersFor<typeof behaviorOperations> = {
  'behavior.report': async ({ records }, { transact, session, address, ports, now, fail }) => {
    // The address is limited as well, because anybody can open new sessions.
    const bounds = [
      [`behavior:${session.sessionId}`, ports.limits.reportsPerSessionPerMinute],
      [`behavior:${address}`, ports.limits.reportsPerAddressPerMinute],
    ] as const;
    for (const [key, limit] of bounds) {
      const retryAfter = await waitSecOf(ports.fast, key, { limit, windowMs: minuteMs });
      if (retryAfter > 0) return fail('tooOften', { retryAfter });
    }
    const { sessionId, userId, tenantId } = session;
    const rows = records.map(({ beaconEventId, beaconPageId, beaconOccurTime }) => ({
      eventId: beaconEventId,
      pageId: beaconPageId,
      occurredAt: acceptedTime(beaconOccurTime, now),
      sessionId,
      userId,
      tenantId,
    }));
    await transact((tx) => insertRecords(tx, rows));
    return {};
  },
};
