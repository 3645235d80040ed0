import { type RawBuilder, sql } from 'kysely';
import { allowMinutes, type Snapshot } from './db.ts';
import { ignoreHere } from './statement.ts';

/** How many rows a page has. */
const rowsOfPage = 1000;

/**
 * The rows of a statement page by page, through a cursor of a snapshot, which can read one statement at a time: its plan has to find the
 * first rows fast, or `planLargeStream` comes before. The next page is on its way while one is being used, so that two are in memory.
 */
export const streamRows = async function* <Row>(
  { db }: Pick<Snapshot, 'db'>,
  statement: RawBuilder<Row>,
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

/** How long all rows of a large statement may take to be joined and sorted. @unit minutes */
const largeMinutes = 10;

/**
 * Plans what a snapshot streams to be read to its end. By itself a cursor finds its first rows fast, by looking up each row: of a million rows
 * that takes three times the processor of joining and sorting them all, and on a cold disk minutes.
 */
export const planLargeStream = async ({ db }: Pick<Snapshot, 'db'>): Promise<void> => {
  allowMinutes(db, largeMinutes);
  await sql`
    select set_config('cursor_tuple_fraction', '1', true), set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(
    db,
  );
};

/** The moment of the clock that a snapshot is opened at. */
export const momentOfSnapshot = async ({ db }: Pick<Snapshot, 'db'>): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the clock is silent');
  return row.now;
};
