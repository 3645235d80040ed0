import { keyPieces, nameKey } from '@ronghui/domain/search-text/plain-name';
import { type RawBuilder, sql } from 'kysely';

/** Whether a name has a typed text in it, in whatever way either is written; of few rows, which are read. */
export const nameHas = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(name_key(${name}), ${nameKey(typed)}) > 0`;

/** The same of a column with an index of its pieces. */
export const nameFound = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`(name_pieces(${name}) @> ${[...keyPieces(nameKey(typed))]}::text[] and ${nameHas(name, typed)})`;

/** Whether somebody typed anything to look for. */
export const isTyped = (typed: string): boolean => nameKey(typed) !== '';
