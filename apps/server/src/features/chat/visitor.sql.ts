import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** How a browser is found again: by its cookie, or by the session in which it wrote first. */
export interface VisitorMark {
  readonly tokenHash: Buffer | null;
  readonly sessionId: string;
}

/** The visitor of a browser; the cookie goes before the session. By the unique keys. */
export const findVisitor = async (
  db: Db,
  { tokenHash, sessionId }: VisitorMark,
): Promise<{ readonly visitorId: string; readonly isByCookie: boolean } | null> => {
  const { rows } = await sql<{ visitor_id: string; by_cookie: boolean | null }>`
    select visitor_id, token_hash = ${tokenHash}::bytea as by_cookie from chat_visitor
    where (token_hash = ${tokenHash}::bytea or session_id = ${sessionId}) and expires_at > app_now()
    order by (token_hash = ${tokenHash}::bytea) is true desc limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { visitorId: row.visitor_id, isByCookie: row.by_cookie === true };
};

/**
 * Gives a browser its cookie: a new visitor, or the one of its session, whose cookie did not arrive. Two first messages at once find each other by the
 * session. @source service 1.1
 */
export const insertVisitor = async (
  tx: Tx,
  visitor: {
    readonly visitorId: string;
    readonly tokenHash: Buffer;
    readonly sessionId: string;
    readonly days: number;
  },
): Promise<string> => {
  const { rows } = await sql<{ visitor_id: string }>`
    insert into chat_visitor (visitor_id, token_hash, session_id, expires_at)
    values (${visitor.visitorId}, ${visitor.tokenHash}, ${visitor.sessionId}, app_now() + ${visitor.days}::int * interval '1 day')
    on conflict (session_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning visitor_id`.execute(tx);
  return rows[0]?.visitor_id ?? '';
};
