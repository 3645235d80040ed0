/** What other nouns may call within their transaction. */

export { mostSections } from './doc.reads.ts';
export { type DocContent, type DocText, mostDocs, replaceDocs } from './doc.sql.ts';
