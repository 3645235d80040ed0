import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type TrailedVersion, versionSaved } from '../fee-rule/fee-rule-terms.ts';

/** What the trail tells of a version of a rule: once, where nobody has written past the system. By audit_event_object. */
export const listTrailedVersions = async (
  db: Db,
  { ruleId, version }: { readonly ruleId: string; readonly version: number },
): Promise<readonly TrailedVersion[]> => {
  const { rows } = await sql<{ readonly after: TrailedVersion }>`
    select after from audit_event
      where object = ${ruleId} and event = ${versionSaved} and result = 'ok' and after ->> 'version' = ${String(version)}
      order by at, event_id limit 2`.execute(db);
  return rows.map(({ after }) => after);
};
