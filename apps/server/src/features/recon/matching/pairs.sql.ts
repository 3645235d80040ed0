import type { ReconSettings } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import { slackOf } from './places.sql.ts';
import type { Taking } from './pools.sql.ts';

/** What may be paired, on both sides: (place, k1, k2, k3) to pair in order, (place, key, fen) to pair the nearest. */
interface Candidates {
  readonly rows: RawBuilder<unknown>;
  readonly lines: RawBuilder<unknown>;
}

/** Single rows with single lines. */
const onePair = {
  rows: sql`select row_place, row_place from pair`,
  lines: sql`select line_place, row_place from pair`,
};

/** `pairInOrder` of the domain, as `pair` (row_place, line_place): the first with the first and the second with the second of each key. */
export const orderedPairs = ({ rows, lines }: Candidates): RawBuilder<unknown> => {
  const ranked = (own: string, other: string) => sql`
    (select o.*, row_number() over (partition by k1, k2, k3 order by place) as nth from ${sql.ref(own)} o
      where exists (select from ${sql.ref(other)} x where x.k1 = o.k1 and x.k2 = o.k2 and x.k3 = o.k3))`;
  return sql`
    own as materialized (${rows}), theirs as materialized (${lines}),
    pair as materialized (
      select a.place as row_place, b.place as line_place from ${ranked('own', 'theirs')} a join ${ranked('theirs', 'own')} b using (k1, k2, k3, nth))`;
};

/** Pairs single rows and lines in order. */
export const inOrder = (candidates: Candidates): Taking => ({ with: orderedPairs(candidates), ...onePair });

/**
 * `pairNearest` of the domain, within the tolerance. Of equal amounts the first place alone can be the nearest of another row, so that each
 * key is looked at amount by amount: the next amount of the other side below, and the next above.
 */
export const nearest = (settings: ReconSettings, { rows, lines }: Candidates): Taking => ({
  with: sql`
    head as materialized (
      select 0 as side, key, fen, min(place) as place from (${rows}) r group by key, fen
      union all select 1, key, fen, min(place) from (${lines}) l group by key, fen
    ), looked as (
      select side, key, fen, place,
          case side when 0 then max(fen) filter (where side = 1) over up else max(fen) filter (where side = 0) over up end as below,
          case side when 0 then min(fen) filter (where side = 1) over down else min(fen) filter (where side = 0) over down end as above
        from head window up as (partition by key order by fen), down as (partition by key order by fen desc)
    ), chosen as materialized (
      select l.side, l.fen, l.place,
          case when b.place is null then a.place when a.place is null then b.place
            when l.fen - b.fen < a.fen - l.fen or (l.fen - b.fen = a.fen - l.fen and b.place < a.place) then b.place else a.place end as other
        from looked l left join head b on b.side = 1 - l.side and b.key = l.key and b.fen = l.below
          left join head a on a.side = 1 - l.side and a.key = l.key and a.fen = l.above
    ), pair as materialized (
      select r.place as row_place, l.place as line_place
        from (select fen, place, other from chosen where side = 0) r join (select fen, place, other from chosen where side = 1) l
          on l.place = r.other and r.place = l.other
        where abs(l.fen - r.fen) <= ${slackOf(settings, sql`l.fen`)})`,
  ...onePair,
});
