/** What other nouns may call within their transaction. */
export { type DocContent, type DocText, replaceDocs } from './doc.sql.ts';
