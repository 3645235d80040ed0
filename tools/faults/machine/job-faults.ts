import { setTimeout as wait } from 'node:timers/promises';
import { logIn } from '../../driver/journeys.ts';
import { Visitor } from '../../driver/visitor.ts';
import type { Fault } from './fault.ts';
import type { Site } from './site.ts';

/** Asks for an export whose last write the database refuses, and lets each retry be due at once. */
const failThrice = async ({ url, rows }: Site): Promise<void> => {
  await rows(`create function refuse_export() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refused before update on export for each row execute function refuse_export()`);
  const merchant = await logIn(new Visitor(url), { mobile: '13800000001', pwd: 'Demo-Merchant-1' });
  const { status } = await merchant.call('export.create', { kind: 'orders', format: 'csv', filter: {} });
  merchant.close();
  if (status !== 200) throw new Error(`the export was answered ${status}`);
  for (;;) {
    const [job] = await rows("select status from sent_job where name = 'export.make' order by created_at desc limit 1");
    if (job?.['status'] === 'failed') return;
    await rows("update sent_job set due_at = app_now() where name = 'export.make' and status = 'queued'");
    await wait(200);
  }
};

/** Faults of what is done in the background. */
export const jobFaults: readonly Fault[] = [
  {
    name: 'Job that fails thrice',
    made: 'a trigger refuses the last write of an export; its retries are made due at once',
    begin: failThrice,
    end: ({ rows }) =>
      rows(
        "drop trigger refused on export; drop function refuse_export; update sent_job set ended_at = ended_at - interval '2 hours' where status = 'failed'",
      ),
    answers: {},
    shown: /^ronghui_jobs_failed [1-9]/m,
    alert: 'RonghuiJobFailed',
  },
];
