/** What other nouns ask of the document centre in their own transaction. */
export { type DocContent, type DocText, replaceDocs } from './doc.sql.ts';
