import { type Asked, termsOfWord } from '@ronghui/domain/search-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { inSection, tsQuery } from './doc.sql.ts';

/** Other words of one asked word that are looked for. */
const mostOthers = 12;

/** A query for texts that have the word, or another word for it. */
const queryOf = ({ word, others }: Asked): string =>
  [word, ...others.slice(0, mostOthers)].map((each) => `(${tsQuery(termsOfWord(each))})`).join(' | ');

interface Part {
  readonly parentId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A bit for each asked word that an answer has to have. */
const requiredBits = (question: readonly Asked[]): number =>
  question.reduce((bits, { isRequired }, index) => bits | (isRequired ? 1 << index : 0), 0);

/**
 * The documents that have one of the asked words at least, those with all required words first, then by how much the words tell that they have (a
 * rare one more than one that every document has), then with words in the title, in reading order. Each word is found by document_search; a centre
 * has five thousand documents at most, and of them the words of `limit` are read.
 */
export const listMatches = async (db: Db, question: readonly Asked[], { limit, offset, parentId }: Part) => {
  const bits = requiredBits(question);
  const words = question.map(queryOf);
  const hits = words.map(
    (query, index): RawBuilder<unknown> =>
      sql`select ${sql.lit(index)} as word, doc_id from document
        where search @@ ${query}::tsquery and ${inSection({ parentId })}`,
  );
  const isFull = sql`(has & ${bits}::int) = ${bits}::int`;
  const inTitle = sql`lower(title) like any(${question.map(({ word }) => `%${word}%`)}::text[])`;
  const { rows } = await sql<{
    doc_id: string;
    title: string;
    summary: string;
    outline: readonly { readonly text: string }[];
    has: number;
    density: number;
    whole: number;
    matches: number;
    weights: Record<string, number>;
  }>`with hit as materialized (${sql.join(hits, sql` union all `)}),
    share as materialized (select word, 1 / (1 + ln(count(*))) as weight from hit group by word),
    found as (select doc_id, bit_or(1 << word) as has, sum(weight) as weight from hit join share using (word) group by doc_id),
    placed as (select doc_id, title, summary, outline, search, has,
        count(*) filter (where ${isFull}) over () as whole, count(*) over () as matches,
        row_number() over (order by ${isFull} desc, weight desc, (${inTitle}) desc, position) as place
      from found join document using (doc_id) where has & ${bits}::int <> 0)
    select doc_id, title, summary, outline, has, whole, matches,
      ts_rank('{0.05, 0.1, 0.4, 1}'::real[], search, ${words.join(' | ')}::tsquery, 1) as density,
      (select json_object_agg(word, weight) from share) as weights
    from placed where place > ${offset}::int and place <= ${offset + limit}::int order by place`.execute(db);
  return rows;
};

/** What a list shows of documents. */
export const listAnswers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('document')
    .select(['doc_id', 'slug', 'title', 'summary', 'updated_at', 'plain'])
    .where('doc_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
