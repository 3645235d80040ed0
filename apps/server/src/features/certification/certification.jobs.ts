import type { Db } from '#kernel/database/db';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { systemAuthor } from '#kernel/observe/audit';
import { decideCertification } from './certification.review.ts';
import {
  listEndingDocuments,
  listOverdue,
  listUnsent,
  type Part,
  recordEndAnnounced,
  updateFailed,
} from './certification-jobs.sql.ts';
import { noticeOfEnd, notifyCertifiers } from './certification-notice.ts';
import { payTransfer } from './certification-pay.ts';

const atOnce = 200;

type List = (db: Db, part: Part) => Promise<string[]>;

/**
 * Works through a list, tenant by tenant. A failure (for example a bank that refuses an account) is logged and does not stop the others; the run as a
 * whole fails in the end, so that it is noticed and retried.
 */
const workThrough = async (
  { database, log }: JobContext,
  list: List,
  work: (tenantId: string) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  for (let after = ''; ; ) {
    const tenants = await list(database.reading('service'), { after, limit: atOnce });
    for (const tenantId of tenants) {
      try {
        await work(tenantId);
      } catch (error) {
        log.error({ event: 'certificationJobFailed', tenantId, error });
        failures.push(error);
      }
    }
    if (tenants.length < atOnce) break;
    after = tenants.at(-1) ?? '';
  }
  if (failures.length > 0) throw failures[0];
};

/** Scheduled work of certifications: transfers, their deadlines, documents that expire. @source R4.11 */
export const certificationJobs: readonly Job[] = [
  job({
    name: 'certification.pay',
    every: { minutes: 1 },
    run: (context) =>
      workThrough(context, listUnsent, async (tenantId) => {
        try {
          await context.database.transact('service', (tx) => payTransfer(tx, context.ports, tenantId));
        } catch (error) {
          // Its own transaction was undone; staff see that it failed, the log says why.
          await context.database.transact('service', (tx) => updateFailed(tx, tenantId));
          throw error;
        }
      }),
  }),
  job({
    name: 'certification.overdue',
    every: { minutes: 10 },
    run: (context) =>
      workThrough(context, listOverdue, async (tenantId) => {
        await context.database.transact('service', (tx) =>
          decideCertification(tx, context.ports, systemAuthor, { kind: 'transferOverdue', tenantId }),
        );
      }),
  }),
  job({
    name: 'certification.expiry',
    every: { hourlyAt: 17 },
    async run({ database }) {
      for (;;) {
        const ending = await listEndingDocuments(database.reading('service'), atOnce);
        for (const one of ending) {
          await database.transact('service', async (tx) => {
            if (await recordEndAnnounced(tx, one)) notifyCertifiers(tx, one.tenant_id, noticeOfEnd(one));
          });
        }
        if (ending.length < atOnce) return;
      }
    },
  }),
];
