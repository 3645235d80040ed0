import { poorStars, type ReceptionKind } from '@ronghui/domain/chat/reception-kind';
import { type RawBuilder, sql } from 'kysely';
import { dayStart } from '#kernel/database/fragments.sql';

/** A span of days in Shanghai, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Which receptions `r` are of a kind: figures count them and the list shows them by the same words. */
export const isOfKind: Readonly<Record<ReceptionKind, RawBuilder<unknown>>> = {
  robot: sql`r.waiting_at is null`,
  handedOver: sql`r.waiting_at is not null`,
  answered: sql`r.waiting_at is not null and r.answered_at is not null`,
  unanswered: sql`r.waiting_at is not null and r.answered_at is null`,
  left: sql`r.first_left_at is not null`,
  rated: sql`r.stars is not null`,
  poor: sql`r.stars <= ${sql.lit(poorStars)}`,
};

/** Those that were opened within some days, as chat_reception_opened and chat_reception_of_staff find them. */
export const openedWithin = ({ from, to }: Days): RawBuilder<unknown> =>
  sql`r.opened_at >= ${dayStart(sql`${from}::date`)} and r.opened_at < ${dayStart(sql`${to}::date`)} + interval '1 day'`;

/** From asking for a person to the first words of one. @unit seconds */
export const firstAnswerSec = sql`extract(epoch from r.answered_at - r.waiting_at)::float8`;
