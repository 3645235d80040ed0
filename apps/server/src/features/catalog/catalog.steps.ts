/** What other nouns may call within their transaction. */
export { type CatalogContent, type ProductRow, replaceCatalog } from './catalog.sql.ts';
