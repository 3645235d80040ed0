import type { Db } from '#kernel/db';
import { type Job, type JobContext, job } from '#kernel/jobs';
import { lockCertification } from './certification.sql.ts';
import { decideCertification } from './certification-desk.ts';
import { openSecrets } from './certification-form.ts';
import {
  listEndingCertifications,
  listOverdue,
  listUnsent,
  updateExpiryTold,
  updateSent,
} from './certification-jobs.sql.ts';
import { newsOfEnd, tellCertifiers } from './certification-news.ts';

const atOnce = 200;

/** Sends one transfer; the bank knows it by the submission's number, so that one that is sent again is paid once. */
const pay = async ({ database, ports, log }: JobContext, tenantId: string): Promise<void> => {
  await database.transact('service', async (tx) => {
    const row = await lockCertification(tx, tenantId);
    if (row === undefined || row.transfer_sealed === null || row.transfer_sent_at !== null) return;
    await ports.bank.pay({
      reference: row.submission_no ?? '',
      accountName: row.form.companyName ?? '',
      bankName: `${row.form.bankName ?? ''}${row.form.bankBranch ?? ''}`,
      accountNo: openSecrets(ports.vault, row.sealed).bankAccountNo ?? '',
      amount: Number(ports.vault.open(row.transfer_sealed)),
    });
    await updateSent(tx, tenantId);
    log.info({ event: 'transferSent', submissionNo: row.submission_no });
  });
};

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
    run: (context) => workThrough(context, listUnsent, (tenantId) => pay(context, tenantId)),
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
    async run({ database, ports }) {
      for (;;) {
        const ending = await listEndingCertifications(database.reading('service'), atOnce);
        for (const one of ending) {
          await database.transact('service', async (tx) => {
            if (await updateExpiryTold(tx, one)) await tellCertifiers(tx, ports, one.tenant_id, newsOfEnd(one));
          });
        }
        if (ending.length < atOnce) return;
      }
    },
  }),
];
