import { type RawBuilder, sql } from 'kysely';
import { allowMinutesBehind, type Snapshot } from './db.ts';
import { ignoreHere } from './statement.ts';

/**
 * How many rows a page has. A page lives while the one before it and it itself are written: that should be well below the time between two collections
 * of young objects, since what outlives two is kept for long (0082). A page is parsed without letting others have their turn.
 */
const rowsOfPage = 500;

type Reader = Pick<Snapshot, 'db'>;

/** A statement whose rows are streamed. */
export type Streamed<Row> = RawBuilder<Row>;

/**
 * The rows of a statement page by page, through a cursor of a snapshot, which can read one statement at a time: its plan has to find the
 * first rows fast, or `planLargeStream` comes before. The next page is on its way while one is being used, so that two are in memory.
 */
export const streamRows = async function* <Row>(
  { db }: Reader,
  statement: Streamed<Row>,
): AsyncGenerator<readonly Row[]> {
  const fetchPage = (): Promise<readonly Row[]> => {
    const page = sql<Row>`fetch forward ${sql.lit(rowsOfPage)} from streamed`.execute(db).then(({ rows }) => rows);
    // Its reader gets the error. Until the page is read nothing handles it, and an unhandled rejection would end the process.
    page.catch(ignoreHere);
    return page;
  };
  await sql`declare streamed no scroll cursor for ${statement}`.execute(db);
  let coming = fetchPage();
  try {
    for (;;) {
      const page = await coming;
      if (page.length === 0) return;
      coming = fetchPage();
      yield page;
    }
  } finally {
    // The page that nobody reads any more.
    await coming.catch(() => undefined);
    await sql`close streamed`.execute(db).catch(() => undefined);
  }
};

/**
 * The rows of statements one after another. With twins of one snapshot, which take turns, the next statement is executed while the rows of
 * one are used: of each but the first its rows are there when they are asked for. Two pages of each reader are in memory at most.
 */
export const streamParts = async function* <Row>(
  readers: readonly Reader[],
  parts: readonly Streamed<Row>[],
): AsyncGenerator<readonly Row[]> {
  const begin = (at: number) => {
    const [reader, part] = [readers[at % readers.length], parts[at]];
    if (reader === undefined || part === undefined) return undefined;
    const pages = streamRows(reader, part);
    const first = pages.next();
    // As in `streamRows`.
    first.catch(ignoreHere);
    return { pages, first };
  };
  const isAhead = readers.length > 1;
  let current = begin(0);
  let next: typeof current;
  try {
    for (let at = 1; current !== undefined; at += 1) {
      if (isAhead) next = begin(at);
      for (let page = await current.first; page.done !== true; page = await current.pages.next()) yield page.value;
      current = isAhead ? next : begin(at);
      next = undefined;
    }
  } finally {
    await current?.pages.return(undefined);
    await next?.pages.return(undefined);
  }
};

/** From so many rows on a statement is planned as a whole; its first rows come a second later. */
export const manyRows = 50_000;

/** How long all rows of a large statement may take to be joined and sorted, and how long one of two may wait for its turn. @unit minutes */
const largeMinutes = 10;

/**
 * Plans what a snapshot streams to be read to its end. By itself a cursor finds its first rows fast, by looking up each row: of a million rows
 * that takes three times the processor of joining and sorting them all, and on a cold disk minutes. Rows of days that lie far from each other
 * are read by going through the table once, not one by one: a page that is not in memory is dear then.
 */
export const planLargeStream = async ({ db }: Reader): Promise<void> => {
  allowMinutesBehind(db, largeMinutes);
  await sql`
    select set_config('cursor_tuple_fraction', '1', true), set_config('work_mem', '96MB', true), set_config('jit', 'off', true),
      set_config('enable_partitionwise_join', 'on', true), set_config('random_page_cost', '4', true),
      set_config('idle_in_transaction_session_timeout', ${`${largeMinutes}min`}, true)`.execute(db);
};

/** The moment of the clock that a snapshot is opened at; on a standby that of the last commit that it had by then, by the clock of the primary. */
export const momentOfSnapshot = async ({ db }: Reader): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`
    select app_now() - greatest(interval '0',
      statement_timestamp() - case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end) as now`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the clock is silent');
  return row.now;
};
