import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The report of a run's bad rows, while it is kept; by the primary keys. */
export const findReport = async (
  db: Db,
  tenantId: string,
  runId: string,
): Promise<
  { readonly result_key: string; readonly result_name: string | null; readonly result_mime: string | null } | undefined
> => {
  const { rows } = await sql<{ result_key: string; result_name: string | null; result_mime: string | null }>`
    select j.result_key, j.result_name, j.result_mime from recon_run r join sent_job j on j.job_id = r.job_id
      where r.tenant_id = ${tenantId} and r.run_id = ${runId} and j.result_key is not null and j.expires_at > app_now()`.execute(
    db,
  );
  return rows[0];
};
