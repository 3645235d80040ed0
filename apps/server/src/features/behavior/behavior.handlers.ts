import type { behaviorOperations, Input } from '@ronghui/contract';
import { behaviorDaysAtMost, countedPagesAtMost, funnelSteps } from '@ronghui/domain/behavior';
import { dayLater } from '@ronghui/domain/calendar';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Ports } from '#kernel/ports';
import { keptMonths } from './behavior.jobs.ts';
import { insertRecords } from './behavior.sql.ts';
import { type Asked, findCounted, listDays, listPages, sumFunnel } from './figures.sql.ts';

const minuteMs = 60_000;

/** The time that a record claims, when it is within the retention and not in the future; otherwise the time of arrival. */
const acceptedTime = (claimedMs: number, now: Date): Date => {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths);
  return claimedMs < oldest.getTime() || claimedMs > now.getTime() ? now : new Date(claimedMs);
};

type Range = { readonly asked: Asked } | { readonly wrong: ReturnType<typeof wrongField> };

const dayMs = 86_400_000;

const rangeOf = ({ from, to, step, pageId }: Input<'ops.behavior.figures'>): Range => {
  const [start, end] = [rangeStart(from), rangeEnd(to)];
  if (start === null) return { wrong: wrongField('from', '日期不存在') };
  if (end === null) return { wrong: wrongField('to', '日期不存在') };
  if (start >= end) return { wrong: wrongField('to', '结束日期不能早于开始日期') };
  if (end.getTime() - start.getTime() > behaviorDaysAtMost * dayMs)
    return { wrong: wrongField('to', `一次最多查看 ${behaviorDaysAtMost} 天`) };
  return { asked: { from, to, step: step ?? null, pageId: pageId ?? null } };
};

/** Every day of a range. */
const daysBetween = (from: string, to: string): readonly string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayLater(day, 1)) days.push(day);
  return days;
};

/** Says once a day that records are dropped: figures of such a day are too small. */
const noteDropped = async ({ fast, log, limits }: Pick<Ports, 'fast' | 'log' | 'limits'>): Promise<void> => {
  const { allowed } = await fast.take('behavior:dropped', 1, dayMs);
  const { recordsPerAddressPerDay, recordsPerDay } = limits;
  if (allowed) log.warn({ event: 'behaviorRecordsDropped', recordsPerAddressPerDay, recordsPerDay });
};

/** Visits and steps that browsers report, and what they amount to (R11.8). @source R5.6, R12.9, contract 7 reportsPerSessionPerMinute, reportsPerAddressPerMinute, recordsPerAddressPerDay, recordsPerDay */
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
    const { recordsPerAddressPerDay: perAddress, recordsPerDay: perSite } = ports.limits;
    const budget = { address: ports.digests.of('behaviorBudget', address), perAddress, perSite };
    // A visit is not worth a failure: what a day has no room for is answered like the rest, so that no browser keeps it and sends it again.
    if (!(await transact((tx) => insertRecords(tx, rows, budget)))) await noteDropped(ports);
    return {};
  },

  'ops.behavior.figures': async ({ from, to, ...rest }, { db, fail }) => {
    const range = rangeOf({ from, to, ...rest });
    if ('wrong' in range) return fail('invalid', range.wrong);
    const [rows, funnel, { countedAt }] = [
      await listDays(db, range.asked),
      await sumFunnel(db, range.asked),
      await findCounted(db),
    ];
    const byDay = new Map(rows.map((row) => [row.day, row]));
    return {
      days: daysBetween(from, to).map((on) => {
        const { visits = 0, visitors = 0 } = byDay.get(on) ?? {};
        return { on, visits, visitors };
      }),
      funnel: funnelSteps.map((step) => ({ step, visitors: funnel[step] })),
      countedAt: countedAt?.toISOString() ?? null,
    };
  },

  'ops.behavior.pages': async (input, { db, fail }) => {
    const range = rangeOf(input);
    if ('wrong' in range) return fail('invalid', range.wrong);
    const rows = await listPages(db, range.asked);
    const named = rows.filter(({ page_id: page }) => page !== '*').slice(0, countedPagesAtMost);
    const all = rows.reduce((sum, { visits }) => sum + visits, 0);
    return {
      items: named.map(({ page_id: pageId, step, visits, visitors }) => ({ pageId, step, visits, visitors })),
      otherVisits: all - named.reduce((sum, { visits }) => sum + visits, 0),
    };
  },
};
