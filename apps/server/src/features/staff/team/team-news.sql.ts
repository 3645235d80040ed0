import type { Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What somebody did to an account of staff. */
type TeamNews = Output<'ops.staff.news'>['items'][number];

/** The events that every other admin reads, by what they did. */
const newsEvents: Readonly<Record<string, TeamNews['change']>> = {
  'ops.staff.create': 'create',
  'ops.staff.update': 'update',
  'ops.staff.lock': 'lock',
  'ops.staff.unlock': 'unlock',
  'ops.staff.resetPassword': 'resetPassword',
  'ops.staff.resetTotp': 'resetTotp',
  'ops.staff.resetAdmin': 'resetAdmin',
};

interface NewsRow {
  readonly event_id: number;
  readonly event: string;
  readonly at: Date;
  readonly by_name: string | null;
  readonly account: string | null;
  readonly name: string | null;
}

const newsAtMost = 50;

/**
 * What others did to accounts of staff and an admin has not seen, the newest first. It is read from the trail, so that nothing is done to an account
 * that the others do not read; an event waits until none that is older can still come. By audit_event_name.
 *
 * @source R11.1
 */
export const listTeamNews = async (db: Db, staffId: string): Promise<readonly TeamNews[]> => {
  const { rows } = await sql<NewsRow>`
    select e.event_id, e.event, e.at, coalesce(nullif(b.name, ''), b.account) as by_name, a.account, a.name
      from staff me
        join audit_event e on e.event = any(${Object.keys(newsEvents)}) and e.result = 'ok'
          and e.at > greatest(me.created_at, app_now() - interval '90 days') and e.event_id > me.team_seen
          and e.actor_id is distinct from me.staff_id and e.tx_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        left join staff a on a.staff_id = e.object
        left join staff b on b.staff_id = e.actor_id and e.actor_kind = 'staff'
      where me.staff_id = ${staffId} order by e.event_id desc limit ${newsAtMost}`.execute(db);
  return rows.flatMap(({ event_id: eventId, event, at, by_name: by, account, name }) => {
    const change = newsEvents[event];
    if (change === undefined) return [];
    return [{ eventId, change, at: at.toISOString(), by: by ?? '', account: account ?? '', name: name ?? '' }];
  });
};

/** Notes up to which event an admin has seen the news; never less than before. Primary key. */
export const updateTeamSeen = async (tx: Tx, staffId: string, eventId: number): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ team_seen: sql<number>`greatest(team_seen, ${eventId})` })
    .where('staff_id', '=', staffId)
    .execute();
};
