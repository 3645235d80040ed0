import { consentWarningDays } from '@ronghui/domain/authorization';
import { shanghaiTime } from '@ronghui/domain/csv';
import { leaveNotice } from '#features/notice/notice.steps';
import { type Job, type JobContext, job } from '#kernel/jobs/jobs';
import { lockEndingConsents, markWarned } from './consent-ending.sql.ts';

const atOnce = 200;

/** Announces once each consent that ends soon; the notice and the mark that it was sent are one transaction. */
const warnSome = ({ database }: JobContext): Promise<number> =>
  database.transact('service', async (tx) => {
    const ending = await lockEndingConsents(tx, consentWarningDays, atOnce);
    for (const { tenant_id, consent_id, title, product_name, org_name, valid_to } of ending) {
      await markWarned(tx, tenant_id, consent_id);
      if (valid_to === null) continue;
      const about = [product_name, org_name].filter((name) => name !== null).join('，');
      const subject = `授权即将到期：《${title}》`;
      const text = `您给出的《${title}》授权${about === '' ? '' : `（${about}）`}将于 ${shanghaiTime(valid_to)} 到期，到期后自动失效，不会自动延长。仍需要的，请在到期前打开这条授权记录，点“重新授权”；不需要的，无需处理。`;
      const place = { place: 'authorization', placeId: consent_id } as const;
      leaveNotice(tx, { tenantId: tenant_id }, { kind: 'authorization', title: subject, text, ...place });
    }
    return ending.length;
  });

/** Scheduled work of the ledger. @source R10.6 */
export const authorizationJobs: readonly Job[] = [
  job({
    name: 'authorization.warn',
    every: { dailyAt: '01:12' },
    async run(context) {
      for (let count = atOnce; count === atOnce; ) count = await warnSome(context);
    },
  }),
];
