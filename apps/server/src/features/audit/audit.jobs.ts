import { object, optional, text } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { job } from '#kernel/jobs/jobs';
import type { SentJob } from '#kernel/jobs/sent-job';
import { verifyTrail } from '#kernel/observe/audit-verify';
import { listAnchors } from './audit.reads.ts';
import { insertVerification } from './audit.sql.ts';

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
    const verification = await verifyTrail({ db, digests: ports.digests, progress }, { span, anchors });
    if (verification.found > 0) log.error({ event: 'auditBroken', count: verification.found });
    return { store: (tx) => insertVerification(tx, jobId, verification) };
  },
});

/** The jobs that calls send. */
export const auditSentJobs: readonly SentJob[] = [verifyChain];
