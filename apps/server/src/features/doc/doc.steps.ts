/** What other nouns may call within their transaction. */

export { countMiss } from './doc-reader.sql.ts';
export {
  type DocContent,
  type DocText,
  dropDoc,
  dropSection,
  replaceDocs,
  storeDoc,
  storeSection,
} from './doc-store.sql.ts';
export { missedWord } from './missed-word.ts';
