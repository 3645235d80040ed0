/** What other nouns may call within their transaction. */

export {
  type DocContent,
  type DocText,
  dropDoc,
  dropSection,
  replaceDocs,
  storeDoc,
  storeSection,
} from './doc-store.sql.ts';
