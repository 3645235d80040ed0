import { isoTime, list, nullable, object, optional, text, word } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { job } from '#kernel/jobs/jobs';
import type { SentJob } from '#kernel/jobs/sent-job';
import { verifyTrail } from '#kernel/observe/audit-verify';
import { listAnchors } from './audit.reads.ts';
import { insertVerification } from './audit.sql.ts';
import { csvOfEvents } from './audit-csv.ts';

/** The longest that a verification may take. @unit minutes */
const maxMinutes = 60;

/** Verifies the chain, or the part of it that a time covers. @source R11.7 */
export const verifyChain = job({
  name: 'audit.verify',
  payload: object({ from: optional(text(24)), to: optional(text(24)) }),
  maxMinutes,
  async run({ jobId, payload: { from, to }, reading, ports, log, progress }) {
    const span = {
      from: from === undefined ? null : rangeStart(from),
      before: to === undefined ? null : rangeEnd(to),
    };
    const db = reading('service');
    const anchors = await listAnchors(db);
    const verification = await verifyTrail({ db, trail: ports.trail, progress }, { span, anchors });
    if (verification.found > 0) log.error({ event: 'auditBroken', count: verification.found });
    return { store: (tx) => insertVerification(tx, jobId, verification) };
  },
});

/** What an export of the trail is of; the filter as it was understood when it was asked for. */
const trailPayload = object({
  staffId: text(64),
  actorIds: nullable(list(text(64), { max: 30 })),
  events: nullable(list(text(100), { max: 500 })),
  tenantId: nullable(text(64)),
  object: nullable(text(64)),
  outcome: nullable(word(['ok', 'refused'])),
  from: nullable(isoTime()),
  before: nullable(isoTime()),
});

/** Writes the events of a filter as a CSV for the member of staff who asked. @source R11.7, security 4.8 */
export const exportTrail = job({
  name: 'audit.export',
  payload: trailPayload,
  fromReplica: true,
  async run({ payload: { staffId: _, from, before, ...filter }, reading, progress, ports }) {
    const span = { from: from === null ? null : new Date(from), before: before === null ? null : new Date(before) };
    const onRows = (written: number): Promise<void> => progress(written, 0, '正在写入');
    return {
      file: {
        name: `审计记录-${ports.clock.now().toISOString().slice(0, 10)}.csv`,
        mime: 'text/csv; charset=utf-8',
        body: csvOfEvents(reading('service'), { ...filter, ...span }, onRows),
      },
    };
  },
});

/** The jobs that calls send. */
export const auditSentJobs: readonly SentJob[] = [verifyChain, exportTrail];
