import type { behaviorOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/context';
import { insertRecords } from './behavior.sql.ts';

const minuteMs = 60_000;
/** A browser's clock is believed within a week; beyond, the time it came in counts. @unit ms */
const believable = 7 * 86_400_000;

/** What browsers report of visits and steps. @source R5.6, R12.9, contract 7 reportsPerSessionPerMinute, reportsPerAddressPerMinute */
export const behaviorHandlers: HandlersFor<typeof behaviorOperations> = {
  'behavior.report': async ({ records }, { transact, session, address, ports, now, fail }) => {
    // An address counts as well, because sessions are free.
    const bounds = [
      [`behavior:${session.sessionId}`, ports.limits.reportsPerSessionPerMinute],
      [`behavior:${address}`, ports.limits.reportsPerAddressPerMinute],
    ] as const;
    for (const [key, limit] of bounds) {
      const { allowed, retryAfterMs } = await ports.fast.take(key, limit, minuteMs);
      if (!allowed) return fail('tooOften', { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
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
