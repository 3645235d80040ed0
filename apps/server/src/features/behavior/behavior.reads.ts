import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** For how many of the coming three months a partition stands ready, from the next one on without a gap. It reads the catalogue alone. */
export const countMonthsAhead = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(min(ahead) filter (where is_missing) - 1, 3)::int as count
    from generate_series(1, 3) ahead cross join lateral (
      select to_regclass('behavior_record_' || to_char(date_trunc('month', app_now() at time zone 'UTC') + ahead * interval '1 month', 'YYYYMM')) is null as is_missing
    ) month`.execute(db);
  return rows[0]?.count ?? 0;
};
