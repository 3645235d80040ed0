import type pg from 'pg';
import { CopyOut } from '#kernel/database/copy-out';

/** The rows of `copy … to stdout`, which have to be read to their end before anything else is sent. */
export const copiedRows = (client: pg.ClientBase, text: string): AsyncGenerator<Buffer> => {
  const copying = new CopyOut(text);
  // Its class is `pg`'s own, which the types of `query` do not know.
  client.query(copying as unknown as pg.Submittable);
  return copying.pieces();
};
