/** What other nouns ask of the catalogue in their own transaction. */
export { type CatalogContent, type ProductRow, replaceCatalog } from './catalog.sql.ts';
