import type { Maintenance } from '@ronghui/domain/maintenance';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What is set, how often it was, by whom and when. */
export interface SetMaintenance extends Maintenance {
  readonly revision: number;
  readonly setById: string | null;
  readonly setAt: Date | null;
}

interface Row {
  readonly notice_text: string | null;
  readonly notice_from: Date | null;
  readonly notice_until: Date | null;
  readonly read_only_until: Date | null;
  readonly sms_stopped: boolean;
  readonly revision: number;
  readonly set_by: string | null;
  readonly set_at: Date;
}

const nothingSet: SetMaintenance = {
  notice: null,
  readOnlyUntil: null,
  smsStopped: false,
  revision: 0,
  setById: null,
  setAt: null,
};

const noticeOf = ({ notice_text: text, notice_from: from, notice_until: until }: Row): Maintenance['notice'] =>
  text === null || from === null || until === null ? null : { text, from, until };

/** What is set; nothing before the first time. One row. */
export const findMaintenance = async (db: Db): Promise<SetMaintenance> => {
  const { rows } = await sql<Row>`
    select notice_text, notice_from, notice_until, read_only_until, sms_stopped, revision, set_by, set_at from maintenance`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return nothingSet;
  return {
    notice: noticeOf(row),
    readOnlyUntil: row.read_only_until,
    smsStopped: row.sms_stopped,
    revision: row.revision,
    setById: row.set_by,
    setAt: row.set_at,
  };
};

/** Whether staff have stopped all SMS. */
export const areSmsStopped = async (db: Db): Promise<boolean> => (await findMaintenance(db)).smsStopped;

/** Replaces what is set, unless it was set again since it was read. @returns whether it was */
export const replaceMaintenance = async (
  tx: Tx,
  { notice, readOnlyUntil, smsStopped }: Maintenance,
  by: { readonly revision: number; readonly staffId: string },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into maintenance (notice_text, notice_from, notice_until, read_only_until, sms_stopped, set_by)
    select ${notice?.text ?? null}::text, ${notice?.from ?? null}::timestamptz, ${notice?.until ?? null}::timestamptz,
      ${readOnlyUntil}::timestamptz, ${smsStopped}::boolean, ${by.staffId}
    where ${by.revision}::int = 0 or exists (select from maintenance)
    on conflict (only_row) do update set notice_text = excluded.notice_text, notice_from = excluded.notice_from,
      notice_until = excluded.notice_until, read_only_until = excluded.read_only_until, sms_stopped = excluded.sms_stopped,
      set_by = excluded.set_by, set_at = app_now(), revision = maintenance.revision + 1
    where maintenance.revision = ${by.revision}
    returning 1`.execute(tx);
  return rows.length === 1;
};
