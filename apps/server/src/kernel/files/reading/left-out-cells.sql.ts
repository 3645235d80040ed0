import { type RawBuilder, sql } from 'kysely';

/** What is kept of the rows that a file left out once the file is gone: the reasons with their numbers and sums, no cells. @source security 4.12 */
export const withoutListedRows = (column: string): RawBuilder<string | null> => sql<string | null>`
  (select jsonb_agg(each - 'listed' order by at) from jsonb_array_elements(${sql.ref(column)}) with ordinality as s (each, at))`;
