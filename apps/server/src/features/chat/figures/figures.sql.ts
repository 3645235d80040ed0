import { type ReceptionKind, receptionKinds } from '@ronghui/domain/chat/reception-kind';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { shanghaiClock } from '#kernel/database/fragments.sql';
import { type Days, firstAnswerSec, isOfKind, openedWithin } from './reception-kind.sql.ts';

/** The figures of some receptions: of all of them, of a day, of a category or of a member, by `group`. */
export interface FigureRow extends Readonly<Record<ReceptionKind, number>> {
  readonly group: 'total' | 'day' | 'category' | 'member';
  readonly on_day: string | null;
  readonly category: string | null;
  readonly staff_id: string | null;
  readonly receptions: number;
  readonly stars: number;
  /** The median and the 95th of 100; null where none was answered. @unit seconds */
  readonly first_answers: readonly number[] | null;
  readonly resolutions: readonly number[] | null;
}

const quantiles = (seconds: string) =>
  sql`percentile_cont(array[0.5, 0.95]) within group (order by ${sql.ref(seconds)})`;

/**
 * Figures of the receptions that were opened within some days, and the same by day, by category and by member. One reading along chat_reception_opened; a
 * day that became a message for later counts in no time, since the night is in it.
 *
 * @source service 5.5
 */
export const groupReceptions = async (db: Db, days: Days): Promise<readonly FigureRow[]> => {
  const kinds = sql.join(receptionKinds.map((kind) => sql`(${isOfKind[kind]}) as ${sql.ref(`is_${kind}`)}`));
  const counts = sql.join(
    receptionKinds.map((kind) => sql`count(*) filter (where ${sql.ref(`is_${kind}`)}) as ${sql.ref(kind)}`),
  );
  const { rows } = await sql<FigureRow>`
    select case grouping(on_day, category, staff_id) when 7 then 'total' when 3 then 'day' when 5 then 'category' else 'member' end as group,
        on_day, category, staff_id, count(*) as receptions, ${counts}, coalesce(sum(stars), 0) as stars,
        ${quantiles('first_answer')} as first_answers, ${quantiles('resolution')} as resolutions
      from (
        select to_char(${shanghaiClock(sql`r.opened_at`)}, 'YYYY-MM-DD') as on_day, r.category, r.staff_id, r.stars, ${kinds},
            case when r.first_left_at is null then ${firstAnswerSec} end as first_answer,
            case when r.first_left_at is null and r.answered_at is not null
              then extract(epoch from (case r.ended_by when 'silence' then r.spoken_at else r.ended_at end) - r.waiting_at)::float8 end as resolution
          from chat_reception r where ${openedWithin(days)}) r
      group by grouping sets ((), (on_day), (category), (staff_id))
      order by receptions desc, category, staff_id`.execute(db);
  return rows;
};
