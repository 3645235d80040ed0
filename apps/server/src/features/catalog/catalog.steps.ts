/** What other nouns may call within their transaction. */
export {
  type CatalogContent,
  type ProductRow,
  replaceCatalog,
  replaceCategories,
  replacePartners,
  replaceSlides,
} from './catalog.sql.ts';
