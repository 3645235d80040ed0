import { type Asked, rankedAnswers } from '@ronghui/domain/search-text';
import type { Db } from '#kernel/database/db';
import type { ListFilter } from './doc.sql.ts';
import { listAnswers, listMatches } from './doc-search.sql.ts';

/** How many of the documents that a query finds are ranked by where its words stand; the others follow as they were found. */
const rankedReach = 100;
/** While fewer documents than this have all words, those with some of them follow, up to `mostShown` in all. */
const [enough, mostShown] = [5, 10];

/** How many documents a search shows of those that have all words, and of those that have one. */
const shownOf = (whole: number, matches: number): number =>
  whole >= enough ? whole : Math.max(whole, Math.min(matches, mostShown));

/**
 * The documents that answer a question, best first: those with all of its words, and where they are few, behind them those with some.
 *
 * @returns the rows of the part, how many there are in all and how many of them have all words
 */
export const searchDocs = async (db: Db, question: readonly Asked[], { parentId, listing }: ListFilter) => {
  const { offset, pageSize } = listing;
  const ahead =
    offset < rankedReach ? await listMatches(db, question, { parentId, offset: 0, limit: rankedReach }) : [];
  const weights = question.map((_, index) => ahead[0]?.weights[index] ?? 1);
  const ranked = rankedAnswers(
    ahead.map((row) => ({
      ...row,
      headings: row.outline.map(({ text }) => text),
      has: question.map((_, index) => (row.has & (1 << index)) !== 0),
    })),
    question,
    weights,
  );
  const behindFrom = Math.max(offset, rankedReach);
  const isDeeper = offset + pageSize > rankedReach && (ahead.length === rankedReach || offset >= rankedReach);
  const behind = isDeeper
    ? await listMatches(db, question, { parentId, offset: behindFrom, limit: offset + pageSize - behindFrom })
    : [];
  const counted = ahead[0] ?? behind[0] ?? { whole: 0, matches: 0 };
  const total = shownOf(counted.whole, counted.matches);
  const ids = [
    ...ranked.slice(offset, offset + pageSize).map(({ doc }) => doc.doc_id),
    ...behind.map((row) => row.doc_id),
  ].slice(0, Math.max(0, total - offset));
  const shown = new Map((ids.length === 0 ? [] : await listAnswers(db, ids)).map((row) => [row.doc_id, row]));
  const rows = ids.flatMap((id, index) => {
    const row = shown.get(id);
    return row === undefined ? [] : [{ ...row, isPartial: offset + index >= counted.whole }];
  });
  return { rows, total: listing.wantsTotal ? total : null, whole: counted.whole };
};
