/** What other nouns may call within their transaction. */
export { type DocContent, type DocText, mostDocs, replaceDocs } from './doc.sql.ts';
export { mostSections } from './doc.reads.ts';
