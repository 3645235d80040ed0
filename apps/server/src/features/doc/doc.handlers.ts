import type { DocNode, docOperations } from '@ronghui/contract';
import { readQuestion, wordsToMark } from '@ronghui/domain/search-text';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { type Listing, listingOf, pageFrame, type ReadPart } from '#kernel/listing';
import { listSections } from './doc.reads.ts';
import { findDoc, listDocPlaces, listDocs, listNeighbours } from './doc.sql.ts';
import { excerpt, hasMark, highlight, markPattern } from './doc-highlight.ts';
import { countMiss, keptDays, listComments, listMisses, listRatings, upsertRating } from './doc-reader.sql.ts';
import { searchDocs } from './doc-search.ts';
import { missedWord } from './missed-word.ts';

const itemOf = (row: { doc_id: string; slug: string; title: string; summary: string; updated_at: Date }) => ({
  id: row.doc_id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  updatedAt: row.updated_at.toISOString(),
});

/** A list that is read by page number only. */
const frameOf = <Row>(listing: Listing, part: ReadPart<Row>) => {
  const { nextCursor: _, ...frame } = pageFrame(listing, part, () => ({ at: new Date(0), key: '' }));
  return frame;
};

type Section = Awaited<ReturnType<typeof listSections>>[number];
type Place = Awaited<ReturnType<typeof listDocPlaces>>[number];

/** The sections and documents of one parent, ordered by rank. */
const treeOf = (sections: readonly Section[], places: readonly Place[], parentId: string | null): DocNode[] => {
  const leaves = places
    .filter((place) => place.section_id === parentId)
    .map(({ doc_id, slug, title, rank }) => ({ rank, node: { id: doc_id, slug, title, children: [] } }));
  const branches = sections
    .filter((section) => section.parent_id === parentId)
    .map(({ section_id, title, rank }) => ({
      rank,
      node: { id: section_id, slug: section_id, title, children: treeOf(sections, places, section_id) },
    }))
    // A section that staff have just made is shown once it has a document: a node without children is a document.
    .filter(({ node }) => node.children.length > 0);
  return [...leaves, ...branches]
    .sort((a, b) => a.rank - b.rank || (a.node.slug < b.node.slug ? -1 : 1))
    .map(({ node }) => node);
};

/** How many answers one address may give in an hour: more than a reader needs, and too few to fill the table (security 4.14). */
const ratingsPerHour = 60;
const hourMs = 3_600_000;

/** The document centre (R1.1, R2.6). */
export const docHandlers: HandlersFor<typeof docOperations> = {
  'doc.queryList': async ({ keyword = '', parentId, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const filter = { parentId, listing };
    if (keyword.trim() === '') {
      const part = await listDocs(db, filter);
      return { items: part.rows.map(itemOf), ...frameOf(listing, part) };
    }
    const question = readQuestion(keyword);
    if (question.length === 0) {
      return { items: [], ...frameOf(listing, { rows: [], total: listing.wantsTotal ? 0 : null }) };
    }
    const part = await searchDocs(db, question, filter);
    const pattern = markPattern(wordsToMark(question));
    const items = part.rows.map((row) => {
      const text = hasMark(row.summary, pattern) ? row.summary : excerpt(row.plain, pattern, { fallback: row.summary });
      return {
        ...itemOf(row),
        highlights: { title: highlight(row.title, pattern), summary: highlight(text, pattern) },
        ...(row.isPartial && { isPartial: true }),
      };
    });
    return { items, ...frameOf(listing, part) };
  },

  'doc.queryDocTree': async (_input, { db }) => {
    const [sections, places] = await Promise.all([listSections(db), listDocPlaces(db)]);
    // The import refuses a tree that is deeper than the schema.
    return { nodes: treeOf(sections, places, null) as never };
  },

  'doc.queryDetail': async ({ id, slug }, { db, fail }) => {
    if ((id === undefined) === (slug === undefined)) {
      return fail('invalid', wrongField('slug', '请提供 id 或 slug 其中之一'));
    }
    const doc = await findDoc(db, { id, slug });
    if (doc === undefined) return fail('notFound');
    const around = await listNeighbours(db, doc.position);
    const neighbour = (position: number) => {
      const found = around.find((each) => each.position === position);
      return found === undefined ? null : { slug: found.slug, title: found.title };
    };
    return {
      id: doc.doc_id,
      slug: doc.slug,
      title: doc.title,
      html: doc.html,
      outline: doc.outline,
      updatedAt: doc.updated_at.toISOString(),
      prev: neighbour(doc.position - 1),
      next: neighbour(doc.position + 1),
    };
  },

  'doc.rate': async ({ id, helpful, comment = '', ...rest }, { transact, session, ports, address, fail }) => {
    allTaken(rest);
    const share = { limit: ratingsPerHour, windowMs: hourMs };
    const retryAfter = await waitSecOf(ports.fast, `docRate:${address}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    const stored = await transact((tx) =>
      upsertRating(tx, { docId: id, sessionId: session.sessionId, helpful, comment }),
    );
    return stored ? {} : fail('notFound');
  },

  'doc.searchMissed': async ({ keyword, ...rest }, { db, transact, ports, address }) => {
    allTaken(rest);
    const word = await missedWord({ ports, address }, keyword);
    // Nothing of it concerns the reader: that a word is not kept is no answer.
    if (word === null) return {};
    const question = readQuestion(keyword);
    const filter = { listing: listingOf({ pageSize: 10, withTotal: false }, ports.limits) };
    const isMissed = question.length === 0 || (await searchDocs(db, question, filter)).whole === 0;
    if (isMissed) await transact((tx) => countMiss(tx, word));
    return {};
  },

  'ops.doc.ratings': async (input, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listRatings(db, listing);
    const items = part.rows.slice(0, listing.pageSize).map(({ not_helpful, last_at, ...row }) => ({
      ...row,
      notHelpful: not_helpful,
      lastAt: last_at.toISOString(),
    }));
    return { items, ...frameOf(listing, part) };
  },

  'ops.doc.comments': async ({ slug, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listComments(db, slug, listing);
    const items = part.rows.slice(0, listing.pageSize).map(({ helpful, comment, created_at }) => ({
      helpful,
      comment,
      at: created_at.toISOString(),
    }));
    return { items, ...frameOf(listing, part) };
  },

  'ops.doc.misses': async ({ days = keptDays, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listMisses(db, days, listing);
    const items = part.rows
      .slice(0, listing.pageSize)
      .map(({ word, searches, last_on }) => ({ word, searches, lastOn: last_on }));
    return { items, ...frameOf(listing, part) };
  },
};
