import type { Db } from '#kernel/db';
import { type Job, type JobContext, job } from '#kernel/jobs';
import { decideCertification } from './certification-desk.ts';
import { listEndingCertifications, listOverdue, listUnsent, updateExpiryTold } from './certification-jobs.sql.ts';
import { newsOfEnd, tellCertifiers } from './certification-news.ts';
import { payTransfer } from './certification-pay.ts';

const atOnce = 200;

/** Works through a list, a part at a time, until a part changed nothing. */
const workThrough = async (
  { database }: JobContext,
  list: (db: Db, limit: number) => Promise<string[]>,
  work: (tenantId: string) => Promise<void>,
): Promise<void> => {
  for (let before = ''; ; ) {
    const tenants = await list(database.reading('service'), atOnce);
    for (const tenantId of tenants) await work(tenantId);
    const now = tenants.join();
    if (tenants.length < atOnce || now === before) return;
    before = now;
  }
};

/** What happens to certifications by itself: transfers, their deadlines, licences that end. @source R4.11 */
export const certificationJobs: readonly Job[] = [
  job({
    name: 'certification.pay',
    every: '* * * * *',
    run: (context) =>
      workThrough(context, listUnsent, (tenantId) => payTransfer(context.ports, context.database, tenantId)),
  }),
  job({
    name: 'certification.overdue',
    every: '*/10 * * * *',
    run: (context) =>
      workThrough(context, listOverdue, async (tenantId) => {
        await decideCertification(context.ports, context.database, { kind: 'transferOverdue', tenantId });
      }),
  }),
  job({
    name: 'certification.expiry',
    every: '17 * * * *',
    async run({ database }) {
      for (;;) {
        const ending = await listEndingCertifications(database.reading('service'), atOnce);
        for (const one of ending) {
          await database.transact('service', async (tx) => {
            if (await updateExpiryTold(tx, one)) tellCertifiers(tx, one.tenant_id, newsOfEnd(one));
          });
        }
        if (ending.length < atOnce) return;
      }
    },
  }),
];
